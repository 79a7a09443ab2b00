package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.Arrays;

/// The arguments of a call as they travel: plain values encoded one after another, references by their place in a list of their own. Large
/// values go through the store, as references that nobody else has.
///
/// @param refs null for none
/// @param held what is referred to inside the values; null for nothing
record Arguments(byte[] bytes, Entry[] refs, Object[] held) {
    private static final byte VALUE = 0;
    private static final byte REFERENCE = 1;
    private static final Arguments NONE = new Arguments(new byte[0], null, null);

    static Arguments of(Object[] arguments, Engine engine) {
        if (arguments.length == 0) {
            return NONE;
        }
        Codec codec = engine.codec();
        Codec.Held held = codec.begin();
        try {
            Output out = codec.scratch(held);
            Entry[] refs = null;
            int count = 0;
            for (Object argument : arguments) {
                Entry ref = argument instanceof Ref<?> given ? given.entry() : write(argument, out, engine);
                if (ref != null) {
                    refs = refs == null ? new Entry[arguments.length] : refs;
                    out.writeByte(REFERENCE);
                    out.writeByte(count);
                    refs[count++] = ref;
                }
            }
            return new Arguments(codec.copy(out), refs == null ? null : Arrays.copyOf(refs, count), held.all());
        } finally {
            codec.end(held);
        }
    }

    // A large one is not written but stored; then the object is returned.
    private static Entry write(Object argument, Output out, Engine engine) {
        if (Shelf.isLargeArray(argument)) {
            return engine.put(argument);
        }
        int start = out.length();
        out.writeByte(VALUE);
        engine.codec().write(argument, out);
        if (out.length() - start <= Codec.SMALL) {
            return null;
        }
        Entry stored = engine.putEncoded(out.array(), start + 1, out.length());
        out.truncate(start);
        return stored;
    }

    /// The same with one reference more, the last.
    Arguments with(Entry last) {
        Entry[] more = refs == null ? new Entry[1] : Arrays.copyOf(refs, refs.length + 1);
        more[more.length - 1] = last;
        return new Arguments(bytes, more, held);
    }

    /// The arguments again, those that were references as their values.
    static Object[] restore(byte[] bytes, Outcome[] refs, Codec codec) {
        Input in = new Input(bytes);
        Object[] values = new Object[6];
        int count = 0;
        while (in.remaining() > 0) {
            values[count++] = in.readByte() == VALUE ? codec.read(in) : codec.value(refs[in.readByte()]);
        }
        return Arrays.copyOf(values, count);
    }
}
