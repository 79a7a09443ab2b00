package dev.troupe.calls;

import dev.troupe.messages.Outcome;
import dev.troupe.objects.LargeValues;
import dev.troupe.objects.Mentions;
import dev.troupe.objects.ObjectCodec;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.Ref;
import dev.troupe.objects.TrackedObject;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.Arrays;

/// The encoded arguments of a call: plain values one after another, references by their place in a separate list. Large values go through the
/// store, as references that no one else has.
///
/// @param refs null if there are none
/// @param held the references and handles inside the values; null if there are none
public record Arguments(byte[] bytes, TrackedObject[] refs, Object[] held) {
    private static final byte VALUE = 0;
    private static final byte REFERENCE = 1;
    private static final Arguments NONE = new Arguments(new byte[0], null, null);

    public static Arguments of(Object[] arguments, ProcessObjects objects) {
        if (arguments.length == 0) {
            return NONE;
        }
        ObjectCodec codec = objects.codec();
        Mentions met = codec.begin();
        try {
            Output out = codec.scratch(met);
            TrackedObject[] refs = null;
            int count = 0;
            for (Object argument : arguments) {
                TrackedObject ref = argument instanceof Ref<?> given ? given.object() : write(argument, out, objects);
                if (ref != null) {
                    refs = refs == null ? new TrackedObject[arguments.length] : refs;
                    out.writeByte(REFERENCE);
                    out.writeByte(count);
                    refs[count++] = ref;
                }
            }
            return new Arguments(codec.copy(out), refs == null ? null : Arrays.copyOf(refs, count), met.all());
        } finally {
            var _ = codec.end(met);
        }
    }

    // A large value is stored instead of written; then the object is returned.
    private static TrackedObject write(Object argument, Output out, ProcessObjects objects) {
        if (LargeValues.isLargeArray(argument)) {
            return objects.put(argument);
        }
        int start = out.length();
        out.writeByte(VALUE);
        objects.codec().write(argument, out);
        if (out.length() - start <= ObjectCodec.SMALL) {
            return null;
        }
        TrackedObject stored = objects.putEncoded(out.array(), start + 1, out.length());
        out.truncate(start);
        return stored;
    }

    /// The same with one more reference at the end.
    public Arguments with(TrackedObject last) {
        TrackedObject[] more = refs == null ? new TrackedObject[1] : Arrays.copyOf(refs, refs.length + 1);
        more[more.length - 1] = last;
        return new Arguments(bytes, more, held);
    }

    /// Decodes the arguments, with the values in place of the references.
    public static Object[] restore(byte[] bytes, Outcome[] refs, ObjectCodec codec) {
        Input in = new Input(bytes);
        Object[] values = new Object[6];
        int count = 0;
        while (in.remaining() > 0) {
            values[count++] = in.readByte() == VALUE ? codec.read(in) : codec.value(refs[in.readByte()]);
        }
        return Arrays.copyOf(values, count);
    }
}
