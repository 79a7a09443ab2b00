package dev.troupe.task;

import java.util.List;

/// One part of a step: a function of the context.
///
/// ```java
/// task.use(ctx -> IO.println("step " + ctx.step()));
/// ```
///
/// Use [Context#defer] for actions that run after all middleware of the step:
///
/// ```java
/// task.use(ctx -> {
///     env.reset();
///     ctx.defer(() -> env.report());
/// });
/// ```
@FunctionalInterface
public interface Middleware<C extends Context> {
    void run(C ctx) throws Exception;

    /// The name in errors and timers: the name of its class, unless it was [#named].
    default String name() {
        Class<?> type = getClass();
        if (!type.isHidden() && !type.isAnonymousClass()) {
            return type.getSimpleName();
        }
        String full = type.getName();
        String home = full.substring(full.lastIndexOf('.') + 1).replaceFirst("\\$(\\$Lambda.*|\\d+)$", "");
        return (type.isHidden() ? "lambda in " : "anonymous class in ") + home.replace('$', '.');
    }

    /// The same middleware under a name.
    static <C extends Context> Middleware<C> named(String name, Middleware<? super C> middleware) {
        return new Named<>(name, middleware);
    }

    /// Runs these one after the other, as one middleware: they keep their order in async mode, too.
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <C extends Context> Middleware<C> serial(Middleware<? super C>... parts) {
        List<Middleware<? super C>> all = List.of(parts);
        return named(Named.list("serial", all), ctx -> {
            for (Middleware<? super C> part : all) {
                if (ctx.restSkipped()) {
                    return;
                }
                part.run(ctx);
            }
        });
    }

    /// Runs all at the same time, each on its own thread, and waits for all of them before the next middleware. The first failure is thrown when
    /// all have ended; the others are suppressed onto it. Their deferred actions run one by one like all others.
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <C extends Context> Middleware<C> parallel(Middleware<? super C>... parts) {
        List<Middleware<? super C>> all = List.of(parts);
        return named(Named.list("parallel", all),
                ctx -> Together.onOwnThreads(all.stream().<Together.Part>map(part -> () -> part.run(ctx)).toList()));
    }
}
