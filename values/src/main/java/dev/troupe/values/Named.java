package dev.troupe.values;

import java.lang.reflect.Modifier;

/// Whether code of other packages can name a class: have a field of it, or expect it from a typed `get`.
final class Named {
    private Named() {}

    static boolean byOthers(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return !type.isAnonymousClass() && !type.isLocalClass();
    }
}
