package dev.troupe.task;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The labels of a task: `standalone` or `distributed`, `async`, `node.<id>`, and those of the user.
record Labels(Set<String> all) {
    static Labels of(Router router, TaskOptions options) {
        Set<String> all = new TreeSet<>(options.labels());
        all.addAll(router.labels());
        all.add(router.distributed() ? "distributed" : "standalone");
        all.add("node." + router.nodeId());
        if (options.asyncMode()) {
            all.add("async");
        }
        return new Labels(Collections.unmodifiableSet(all));
    }

    boolean match(String... globs) {
        for (String glob : globs) {
            Predicate<String> matches = Glob.of(glob);
            if (all.stream().anyMatch(matches)) {
                return true;
            }
        }
        return false;
    }
}
