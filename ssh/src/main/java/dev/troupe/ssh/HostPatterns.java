package dev.troupe.ssh;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Names of hosts with `*` and `?`, as OpenSSH writes them in its files. A pattern after `!` excludes the hosts that it matches.
final class HostPatterns implements Predicate<String> {
    private final List<Pattern> wanted;
    private final List<Pattern> unwanted;

    HostPatterns(List<String> patterns) {
        wanted = patterns.stream().filter(pattern -> !pattern.startsWith("!")).map(HostPatterns::glob).toList();
        unwanted = patterns.stream().filter(pattern -> pattern.startsWith("!")).map(pattern -> glob(pattern.substring(1))).toList();
    }

    private static Pattern glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        pattern.chars().forEach(c -> regex.append(switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(Character.toString(c));
        }));
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE);
    }

    @Override
    public boolean test(String name) {
        return matches(wanted, name) && !matches(unwanted, name);
    }

    private static boolean matches(List<Pattern> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }
}
