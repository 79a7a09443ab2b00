package dev.troupe.objects;

import java.util.ArrayList;
import java.util.List;

/// The references and handles inside the values that a thread writes or reads. A serializer cannot pass them on, so the thread remembers which
/// values they belong to.
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

    /// Whether writing a value has itself begun to write another value.
    boolean isNested() {
        return outer != null;
    }

    /// The references and handles found so far; null if there are none.
    public Object[] all() {
        return found == null ? null : found.toArray();
    }

    /// The references and handles found; null if there are none. They are kept nowhere else, because a thread that was started in the meantime has
    /// inherited this object and may live forever.
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

    /// The names as seen by the process that reads a value.
    public static Names reading() {
        Mentions current = CURRENT.get();
        if (current == null || current.names == null) {
            throw new IllegalStateException("an ObjectRef or actor handle can only be read by the runtime that wrote it");
        }
        return current.names;
    }
}
