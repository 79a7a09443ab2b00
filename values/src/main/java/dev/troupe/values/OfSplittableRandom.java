package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;

/// A `SplittableRandom` is not serializable. This serializer reads its two numbers from its fields, so that the copy continues the same sequence.
final class OfSplittableRandom extends Serializer<SplittableRandom> {
    private final VarHandle seed;
    private final VarHandle gamma;
    private final MethodHandle make;

    OfSplittableRandom(TypeResolver resolver) {
        super(resolver.getConfig(), SplittableRandom.class);
        try {
            Lookup lookup = JdkAccess.lookup(SplittableRandom.class);
            seed = lookup.findVarHandle(SplittableRandom.class, "seed", long.class);
            gamma = lookup.findVarHandle(SplittableRandom.class, "gamma", long.class);
            make = lookup.findConstructor(SplittableRandom.class, MethodType.methodType(void.class, long.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("this JDK gives no access to the state of a SplittableRandom", e);
        }
    }

    @Override
    public void write(WriteContext out, SplittableRandom value) {
        out.getBuffer().writeInt64((long) seed.get(value));
        out.getBuffer().writeInt64((long) gamma.get(value));
    }

    @Override
    public SplittableRandom read(ReadContext in) {
        Copies.settleReference(in);
        try {
            return (SplittableRandom) make.invoke(in.getBuffer().readInt64(), in.getBuffer().readInt64());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
