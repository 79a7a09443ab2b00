package dev.troupe.functions;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.Values;

/// The values that a lambda captured. They are encoded together if two of them may share parts, so that these stay shared; otherwise one by one,
/// which avoids the serializer for numbers and texts.
final class Captured {
    private static final byte TOGETHER = 0;
    private static final byte ONE_BY_ONE = 1;

    private Captured() {}

    static void write(Object[] captured, Values values, Output out) {
        if (mayShare(captured)) {
            out.writeByte(TOGETHER);
            values.write(captured, out);
        } else {
            out.writeByte(ONE_BY_ONE);
            out.writeInt(captured.length);
            for (Object each : captured) {
                values.write(each, out);
            }
        }
    }

    static Object[] read(Values values, Input in) {
        if (in.readByte() == TOGETHER) {
            return (Object[]) values.read(in);
        }
        Object[] captured = new Object[in.readInt()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = values.read(in);
        }
        return captured;
    }

    private static boolean mayShare(Object[] captured) {
        int objects = 0;
        for (Object each : captured) {
            if (each != null && !(each instanceof String) && !(each instanceof Number) && !(each instanceof Boolean)
                    && !(each instanceof Character)) {
                objects++;
            }
        }
        return objects > 1;
    }
}
