package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/// Gives access to private members of Fory. If another version does not have them, the first value that is written or read fails with a message.
final class ForyAccess {
    private interface Search<T> {
        T in(Lookup lookup) throws ReflectiveOperationException;
    }

    private ForyAccess() {}

    static VarHandle field(Class<?> owner, String name, Class<?> type) {
        return find(owner, lookup -> lookup.findVarHandle(owner, name, type));
    }

    static MethodHandle staticMethod(Class<?> owner, String name, MethodType type) {
        return find(owner, lookup -> lookup.findStatic(owner, name, type));
    }

    private static <T> T find(Class<?> owner, Search<T> search) {
        try {
            return search.in(MethodHandles.privateLookupIn(owner, MethodHandles.lookup()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of Fory is not supported", e);
        }
    }
}
