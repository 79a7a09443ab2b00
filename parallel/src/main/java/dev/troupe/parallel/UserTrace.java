package dev.troupe.parallel;

import dev.troupe.task.TaskFailedException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// An exception of the user's main without the frames of the library that called it.
final class UserTrace {
    private UserTrace() {}

    static void print(Throwable thrown, PrintStream out) {
        if (thrown instanceof TaskFailedException && thrown.getCause() == null) {
            out.println("main failed: " + thrown.getMessage()); // the message is a whole sentence, e.g. which peer is missing or which event does not fit
            return;
        }
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
            t.setStackTrace(trimmed(t.getStackTrace()));
        }
        out.print("Exception in main: ");
        thrown.printStackTrace(out);
    }

    /// Cuts the trace at the outermost call from [Worker], including the frames of reflection and lambdas.
    static StackTraceElement[] trimmed(StackTraceElement[] frames) {
        List<StackTraceElement> all = Arrays.asList(frames);
        int end = all.size();
        for (int i = all.size() - 1; i >= 0; i--) {
            String name = all.get(i).getClassName();
            if (!name.equals(Worker.class.getName()) && !name.equals(Portable.class.getName()) && !name.startsWith("java.lang.reflect.")
                    && !name.startsWith("jdk.internal.reflect.") && !name.startsWith("java.lang.invoke.")) {
                break;
            }
            end = i;
        }
        return end == 0 ? frames : all.subList(0, end).toArray(StackTraceElement[]::new);
    }
}
