package dev.troupe.values;

import java.util.Locale;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ImmutableSerializer;

/// Fory's own serializer loses script and extensions, such as the calendar of `th-TH-u-ca-buddhist`.
final class OfLocale extends ImmutableSerializer<Locale> {
    OfLocale(TypeResolver resolver) {
        super(resolver.getConfig(), Locale.class);
    }

    @Override
    public void write(WriteContext out, Locale value) {
        boolean plain = plain(value.getLanguage(), value.getCountry(), value.getVariant()).equals(value);
        out.getBuffer().writeBoolean(plain);
        if (plain) {
            out.writeString(value.getLanguage());
            out.writeString(value.getCountry());
            out.writeString(value.getVariant());
        } else {
            out.writeString(value.toLanguageTag());
        }
    }

    @Override
    public Locale read(ReadContext in) {
        return in.getBuffer().readBoolean()
                ? plain(in.readString(), in.readString(), in.readString())
                : Locale.forLanguageTag(in.readString());
    }

    private static Locale plain(String language, String country, String variant) {
        return Locale.of(language, country, variant);
    }
}
