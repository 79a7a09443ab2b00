package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong while a file is read.
public final class Problems {
    private final List<Problem> found = new ArrayList<>();

    /// @param rest follows the path, as in "is 0: it must be 1 or more"
    void add(String path, String rest) {
        found.add(new Problem(path, path + " " + rest));
    }

    void missing(String path, String allowed) {
        add(path, "is missing: " + allowed);
    }

    public void wrong(String path, Object value, String allowed) {
        add(path, "is " + shown(value) + ": " + allowed);
    }

    public boolean none() {
        return found.isEmpty();
    }

    public List<Problem> list() {
        return List.copyOf(found);
    }

    private static final int SHOWN = 80;

    /// A value as a sentence quotes it.
    static String shown(Object value) {
        return switch (value) {
            case null -> "empty";
            case String text -> "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text) + "'";
            case java.util.Map<?, ?> _ -> "a map";
            case List<?> _ -> "a list";
            case Object scalar -> scalar.toString();
        };
    }
}
