package dev.troupe.task;

import java.util.List;

/// One part of a step: a function of the context.
///
/// ```java
/// task.use(ctx -> IO.println("step " + ctx.step()));
/// ```
///
/// What shall happen after all middleware of the step have run goes into [Context#defer]:
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

    /// What errors and timers call it: the name of its class, unless it was [#named].
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

    /// One after the other, as one middleware: keeps their order also in async mode.
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

    /// All at the same time, each on a thread of its own, joined before the next middleware. The first failure is thrown once all have
    /// ended; the others are suppressed onto it. What they defer runs one by one as everything deferred does.
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <C extends Context> Middleware<C> parallel(Middleware<? super C>... parts) {
        List<Middleware<? super C>> all = List.of(parts);
        return named(Named.list("parallel", all),
                ctx -> Together.onOwnThreads(all.stream().<Together.Part>map(part -> () -> part.run(ctx)).toList()));
    }
}
