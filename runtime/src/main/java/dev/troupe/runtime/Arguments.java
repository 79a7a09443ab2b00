package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.Arrays;

/// The arguments of a call as they travel: plain values encoded one after another, references by their place in a list of their own.
///
/// @param refs null for none
/// @param held what is referred to inside the values; null for nothing
record Arguments(byte[] bytes, Entry[] refs, Object[] held) {
    private static final byte VALUE = 0;
    private static final byte REFERENCE = 1;
    private static final Arguments NONE = new Arguments(new byte[0], null, null);

    static Arguments of(Object[] arguments, Codec codec) {
        if (arguments.length == 0) {
            return NONE;
        }
        Codec.Held held = codec.begin();
        try {
            Output out = codec.scratch(held);
            Entry[] refs = null;
            int count = 0;
            for (Object argument : arguments) {
                if (argument instanceof Ref<?> ref) {
                    refs = refs == null ? new Entry[arguments.length] : refs;
                    out.writeByte(REFERENCE);
                    out.writeByte(count);
                    refs[count++] = ref.entry();
                } else {
                    out.writeByte(VALUE);
                    codec.write(argument, out);
                }
            }
            return new Arguments(codec.copy(out), refs == null ? null : Arrays.copyOf(refs, count), held.all());
        } finally {
            codec.end(held);
        }
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
