package dev.troupe.task;

import java.util.concurrent.atomic.AtomicBoolean;

/// A registered listener: the function to call, its parameters, and where in the user's code it was registered.
record Handler(String event, Listener listener, Shape shape, boolean once, boolean permanent, String place,
        AtomicBoolean removed) {
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final String OWN_PACKAGE = Handler.class.getPackageName();

    static Handler of(String event, Listener listener, boolean once) {
        return new Handler(event, listener, Shape.of(listener), once, false, callSite(), new AtomicBoolean());
    }

    /// A handler that `off` does not remove.
    static Handler permanent(String event, Listener listener) {
        return new Handler(event, listener, Shape.of(listener), false, true, "the task itself", new AtomicBoolean());
    }

    /// The first line of the user's code on the stack, as `Hello.java:12`.
    private static String callSite() {
        return STACK.walk(frames -> frames.filter(f -> !ours(f.getClassName())).findFirst())
                .map(f -> f.getFileName() + ":" + f.getLineNumber()).orElse("an unknown place");
    }

    private static boolean ours(String className) {
        return className.startsWith(OWN_PACKAGE + ".") && !className.endsWith("Test") && !className.contains("Test$");
    }
}
