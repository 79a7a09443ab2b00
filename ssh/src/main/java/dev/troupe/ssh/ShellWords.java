package dev.troupe.ssh;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words that reach a command on another machine exactly as they are: ssh sends one text, which the login shell of the user takes apart.
final class ShellWords {
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private ShellWords() {}

    static String quoted(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    static String joined(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }
}
