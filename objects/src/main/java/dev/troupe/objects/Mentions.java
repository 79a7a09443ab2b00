package dev.troupe.objects;

import java.util.ArrayList;
import java.util.List;

/// The references and handles that are met inside the values that a thread writes or reads. Values have no place to hand them over, so the
/// thread remembers whose values they are.
public final class Mentions {
    /// Inherited, because deep values are written and read on a thread of their own with a larger stack.
    private static final InheritableThreadLocal<Mentions> CURRENT = new InheritableThreadLocal<>();

    private Names names;
    private Mentions outer;
    private List<Object> found;

    private Mentions(Names names, Mentions outer) {
        this.names = names;
        this.outer = outer;
    }

    /// The current thread begins to write or read values; [#end] must follow.
    static Mentions begin(Names names) {
        Mentions outer = CURRENT.get();
        Mentions mentions = new Mentions(names, outer == null || outer.names == null ? null : outer);
        CURRENT.set(mentions);
        return mentions;
    }

    /// Whether a value that is being written has itself begun to write another.
    boolean isNested() {
        return outer != null;
    }

    /// What was met so far; null for nothing.
    public Object[] all() {
        return found == null ? null : found.toArray();
    }

    /// What was met; null for nothing. It is kept nowhere else: a thread that was started meanwhile has inherited this, and may live for ever.
    Object[] end() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        Object[] all = all();
        names = null;
        outer = null;
        found = null;
        return all;
    }

    /// A reference or handle is written or read as part of a value.
    public static void met(Object one) {
        Mentions current = CURRENT.get();
        if (current == null || current.names == null) {
            throw new IllegalStateException("an ObjectRef or actor handle can only be sent in arguments, results and objects of Ray.put;"
                    + " another serializer tried to write it");
        }
        if (current.found == null) {
            current.found = new ArrayList<>();
        }
        current.found.add(one);
    }

    /// The names as the process knows them that is reading a value.
    public static Names reading() {
        Mentions current = CURRENT.get();
        if (current == null || current.names == null) {
            throw new IllegalStateException("an ObjectRef or actor handle can only be read by the runtime that wrote it");
        }
        return current.names;
    }
}
