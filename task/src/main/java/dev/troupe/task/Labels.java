package dev.troupe.task;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What a task is called: `standalone` or `distributed`, `async`, `node.<id>`, and the user's own words.
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
            Pattern pattern = glob(glob);
            if (all.stream().anyMatch(label -> pattern.matcher(label).matches())) {
                return true;
            }
        }
        return false;
    }

    /// `*` is any run of characters, `?` is one.
    static Pattern glob(String glob) {
        StringBuilder regex = new StringBuilder();
        for (char c : glob.toCharArray()) {
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
