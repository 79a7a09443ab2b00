package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.JavaSerializer;
import org.apache.fory.serializer.Serializer;

/// Random number generators go on where they were.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfRandom {
    private OfRandom() {}

    /// `java.util.Random` and its subclasses: only Java's own serialisation knows how their state is kept.
    static final class Plain extends Serializer<Object> {
        private final JavaSerializer java;

        Plain(TypeResolver resolver, Class type) {
            super(resolver.getConfig(), type);
            this.java = new JavaSerializer(resolver, type);
        }

        @Override
        public void write(WriteContext out, Object value) {
            java.write(out, value);
        }

        @Override
        public Object read(ReadContext in) {
            Copies.settleReference(in);
            return java.read(in);
        }
    }

    /// Not serialisable by anyone: its two numbers are read from its fields.
    static final class Splittable extends Serializer<SplittableRandom> {
        private final VarHandle seed;
        private final VarHandle gamma;
        private final MethodHandle make;

        Splittable(TypeResolver resolver) {
            super(resolver.getConfig(), SplittableRandom.class);
            try {
                Lookup lookup = JdkAccess.lookup(SplittableRandom.class);
                seed = lookup.findVarHandle(SplittableRandom.class, "seed", long.class);
                gamma = lookup.findVarHandle(SplittableRandom.class, "gamma", long.class);
                make = lookup.findConstructor(SplittableRandom.class,
                        MethodType.methodType(void.class, long.class, long.class));
            } catch (ReflectiveOperationException e) {
                throw new UnsupportedOperationException("this JDK hides the state of a SplittableRandom", e);
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
}
