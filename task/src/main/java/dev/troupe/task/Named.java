package dev.troupe.task;

import java.util.List;
import java.util.stream.Collectors;

record Named<C extends Context>(String name, Middleware<? super C> middleware) implements Middleware<C> {
    Named {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a middleware's name is blank; give it one that errors and timers can show");
        }
    }

    @Override
    public void run(C ctx) throws Exception {
        middleware.run(ctx);
    }

    static String list(String word, List<? extends Middleware<?>> parts) {
        return parts.stream().map(Middleware::name).collect(Collectors.joining(", ", word + "(", ")"));
    }
}
