package dev.troupe.task;

import dev.troupe.functions.LambdaForm;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The parameters of a listener: their types, as far as they are known.
///
/// @param types one for each parameter; null for a listener with any number of parameters
record Shape(Class<?>[] types) {
    private static final Shape ANY = new Shape(null);

    /// Reads the types of a lambda or method reference. Where that is impossible (a class that implements the interface, a closed module), every
    /// parameter counts as `Object`, and only the number is checked.
    static Shape of(Listener listener) {
        if (listener.arity() < 0) {
            return ANY;
        }
        return new Shape(instantiatedTypes(listener));
    }

    boolean fits(Object[] arguments) {
        if (types == null) {
            return true;
        }
        if (arguments.length != types.length) {
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument != null && !types[i].isInstance(argument)) {
                return false;
            }
        }
        return true;
    }

    /// Advice for arguments that do not fit. Arrays are misleading: an `Object[]` is spread into arguments, any other array is one argument.
    String advice(Object[] arguments) {
        if (types.length == 1 && types[0] == Object[].class) {
            return "emit spreads an Object[] into arguments: cast it to Object to emit it as one argument";
        }
        if (arguments.length == 1 && arguments[0] instanceof Object[] array && fits(array)) {
            return "emit takes a " + array.getClass().getSimpleName() + " as one argument: pass its elements one by one";
        }
        return "emit and on must agree";
    }

    @Override
    public String toString() {
        return types == null ? "(...)" : Arrays.stream(types).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    /// The shape of the emitted arguments, written like that of a listener.
    static String describe(Object[] arguments) {
        return Arrays.stream(arguments).map(a -> a == null ? "null" : a.getClass().getSimpleName())
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Class<?>[] instantiatedTypes(Listener listener) {
        try {
            Optional<LambdaForm> lambda = LambdaForm.of(listener);
            if (lambda.isPresent()) {
                return lambda.get().type(listener.getClass().getClassLoader()).parameterArray();
            }
        } catch (RuntimeException cannotBeTakenApart) {
            // then only their number is known
        }
        Class<?>[] objects = new Class<?>[listener.arity()];
        Arrays.fill(objects, Object.class);
        return objects;
    }
}
