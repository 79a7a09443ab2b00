package dev.troupe.functions;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/// A function that is an object of some class rather than a lambda: an anonymous class, another language's function.
final class ObjectForm {
    private ObjectForm() {}

    static FunctionFacts describe(Serializable function) {
        Class<?> type = function.getClass();
        Optional<Method> apply = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("apply") && !method.isBridge()).findFirst();
        String name = type.getName() + ".apply";
        return new FunctionFacts(name, name, true,
                apply.map(Method::getParameterCount).orElse(0), apply.<Class<?>>map(Method::getReturnType).orElse(Object.class),
                Optional.empty());
    }
}
