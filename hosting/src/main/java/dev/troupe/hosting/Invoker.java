package dev.troupe.hosting;

import dev.troupe.functions.FunctionFacts;
import dev.troupe.functions.Functions;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFunc0;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFunc2;
import io.ray.api.function.RayFunc3;
import io.ray.api.function.RayFunc4;
import io.ray.api.function.RayFunc5;
import io.ray.api.function.RayFunc6;
import io.ray.api.function.RayFuncVoid0;
import io.ray.api.function.RayFuncVoid1;
import io.ray.api.function.RayFuncVoid2;
import io.ray.api.function.RayFuncVoid3;
import io.ray.api.function.RayFuncVoid4;
import io.ray.api.function.RayFuncVoid5;
import io.ray.api.function.RayFuncVoid6;

/// Calls a function with any number of arguments. Uses plain `instanceof` instead of reflection, because the JIT can optimize it.
@SuppressWarnings({"unchecked", "rawtypes"})
public final class Invoker {
    private Invoker() {}

    /// The result, or null if it has none.
    static Object call(RayFunc f, Object[] a) throws Exception {
        return switch (a.length) {
            case 0 -> call0(f);
            case 1 -> call1(f, a[0]);
            case 2 -> call2(f, a[0], a[1]);
            case 3 -> call3(f, a[0], a[1], a[2]);
            case 4 -> call4(f, a[0], a[1], a[2], a[3]);
            case 5 -> call5(f, a[0], a[1], a[2], a[3], a[4]);
            case 6 -> call6(f, a[0], a[1], a[2], a[3], a[4], a[5]);
            default -> throw mismatch(f, a.length);
        };
    }

    /// Calls a method of an actor: its arguments follow the actor.
    static Object callOn(Object actor, RayFunc f, Object[] a) throws Exception {
        return switch (a.length) {
            case 0 -> call1(f, actor);
            case 1 -> call2(f, actor, a[0]);
            case 2 -> call3(f, actor, a[0], a[1]);
            case 3 -> call4(f, actor, a[0], a[1], a[2]);
            case 4 -> call5(f, actor, a[0], a[1], a[2], a[3]);
            case 5 -> call6(f, actor, a[0], a[1], a[2], a[3], a[4]);
            default -> throw mismatch(f, a.length + 1);
        };
    }

    private static Object call0(RayFunc f) throws Exception {
        if (f instanceof RayFunc0 function) {
            return function.apply();
        }
        if (f instanceof RayFuncVoid0 function) {
            function.apply();
            return null;
        }
        throw mismatch(f, 0);
    }

    private static Object call1(RayFunc f, Object a) throws Exception {
        if (f instanceof RayFunc1 function) {
            return function.apply(a);
        }
        if (f instanceof RayFuncVoid1 function) {
            function.apply(a);
            return null;
        }
        throw mismatch(f, 1);
    }

    private static Object call2(RayFunc f, Object a, Object b) throws Exception {
        if (f instanceof RayFunc2 function) {
            return function.apply(a, b);
        }
        if (f instanceof RayFuncVoid2 function) {
            function.apply(a, b);
            return null;
        }
        throw mismatch(f, 2);
    }

    private static Object call3(RayFunc f, Object a, Object b, Object c) throws Exception {
        if (f instanceof RayFunc3 function) {
            return function.apply(a, b, c);
        }
        if (f instanceof RayFuncVoid3 function) {
            function.apply(a, b, c);
            return null;
        }
        throw mismatch(f, 3);
    }

    private static Object call4(RayFunc f, Object a, Object b, Object c, Object d) throws Exception {
        if (f instanceof RayFunc4 function) {
            return function.apply(a, b, c, d);
        }
        if (f instanceof RayFuncVoid4 function) {
            function.apply(a, b, c, d);
            return null;
        }
        throw mismatch(f, 4);
    }

    private static Object call5(RayFunc f, Object a, Object b, Object c, Object d, Object e) throws Exception {
        if (f instanceof RayFunc5 function) {
            return function.apply(a, b, c, d, e);
        }
        if (f instanceof RayFuncVoid5 function) {
            function.apply(a, b, c, d, e);
            return null;
        }
        throw mismatch(f, 5);
    }

    private static Object call6(RayFunc f, Object a, Object b, Object c, Object d, Object e, Object g) throws Exception {
        if (f instanceof RayFunc6 function) {
            return function.apply(a, b, c, d, e, g);
        }
        if (f instanceof RayFuncVoid6 function) {
            function.apply(a, b, c, d, e, g);
            return null;
        }
        throw mismatch(f, 6);
    }

    private static IllegalArgumentException mismatch(RayFunc f, int given) {
        FunctionFacts function = Functions.of(f);
        return new IllegalArgumentException(function.name() + " takes " + count(function.arity()) + ", " + given
                + (given == 1 ? " was" : " were") + " given; a lambda can supply the others: () -> new Thing(1, 2)");
    }

    private static String count(int arguments) {
        return arguments == 1 ? "1 argument" : arguments + " arguments";
    }
}
