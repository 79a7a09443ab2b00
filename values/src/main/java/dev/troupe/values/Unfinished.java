package dev.troupe.values;

import java.lang.invoke.VarHandle;
import org.apache.fory.collection.IdentityObjectIntMap;
import org.apache.fory.context.MapRefWriter;
import org.apache.fory.context.WriteContext;

/// Guards objects that the reader makes only after it has read all they hold, such as records. If something in there refers to such an object, there is
/// nothing to refer to yet. The writer notices: while the object is being written its number is negative, which makes Fory write it a second time
/// instead of a reference, and that is refused here.
final class Unfinished {
    private static final int UNTRACKED = Integer.MIN_VALUE;
    private static final VarHandle WRITTEN = ForyAccess.field(MapRefWriter.class, "writtenObjects", IdentityObjectIntMap.class);

    private Unfinished() {}

    /// The writer came back to an object that it had not finished.
    static final class Cycle extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Object start;

        Cycle(Object start) {
            super("it contains itself, but can be created only after everything it contains");
            this.start = start;
        }

        Object start() {
            return start;
        }
    }

    /// The object is about to be written.
    ///
    /// @return what [#end] needs
    /// @throws Cycle if it is being written already
    static int begin(WriteContext out, Object value) {
        IdentityObjectIntMap<Object> written = written(out);
        int number = written.get(value, UNTRACKED);
        if (number >= 0) {
            written.put(value, -1 - number);
        } else if (number != UNTRACKED) {
            throw new Cycle(value);
        }
        return number;
    }

    /// Does nothing but look.
    ///
    /// @throws Cycle if the object is being written already
    static void check(WriteContext out, Object value) {
        int number = written(out).get(value, UNTRACKED);
        if (number < 0 && number != UNTRACKED) {
            throw new Cycle(value);
        }
    }

    static void end(WriteContext out, Object value, int number) {
        if (number >= 0) {
            written(out).put(value, number);
        }
    }

    @SuppressWarnings("unchecked")
    private static IdentityObjectIntMap<Object> written(WriteContext out) {
        return (IdentityObjectIntMap<Object>) WRITTEN.get((MapRefWriter) out.getRefWriter());
    }
}
