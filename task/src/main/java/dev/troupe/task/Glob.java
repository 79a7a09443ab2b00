package dev.troupe.task;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Matches names like a shell: `*` matches any characters, `?` one.
final class Glob {
    private Glob() {}

    static Predicate<String> of(String glob) {
        if (glob.indexOf('*') < 0 && glob.indexOf('?') < 0) {
            return glob::equals;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL).asMatchPredicate();
    }
}
