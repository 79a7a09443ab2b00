package dev.troupe.dijob;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The fields of one map of a file. Asking for a field checks its type; a mistake is noted and the result is then empty. An
/// empty value (`name:` with nothing behind it) counts as a missing one.
public final class Fields {
    private final String path;
    private final Map<String, Object> map;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    public Fields(String path, Map<String, Object> map, Problems problems) {
        this.path = path;
        this.map = map;
        this.problems = problems;
    }

    String path() {
        return path;
    }

    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /// Whether the field is present, even without a value.
    boolean has(String name) {
        return map.containsKey(name);
    }

    /// The value as it is in the file.
    public Object value(String name) {
        known.add(name);
        return map.get(name);
    }

    Map<String, Object> tree() {
        return map;
    }

    public Optional<String> text(String name) {
        return switch (value(name)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Number number -> wrong(name, number + ", a number", "it must be a string; put it in quotes");
            case Boolean flag -> wrong(name, flag + ", a boolean", "it must be a string; put it in quotes");
            case Object other -> wrong(name, Problems.shown(other), "it must be a string");
        };
    }

    Optional<Boolean> flag(String name) {
        return switch (value(name)) {
            case null -> Optional.empty();
            case Boolean flag -> Optional.of(flag);
            case Object other -> wrong(name, Problems.shown(other), "it must be true or false");
        };
    }

    public OptionalInt number(String name, int min, int max) {
        boolean tooLarge = value(name) instanceof Number written && written.doubleValue() > max;
        String allowed = "it must be a whole number "
                + (max == Integer.MAX_VALUE && !tooLarge ? "of at least " + min : "from " + min + " to " + max);
        Optional<Integer> number = switch (value(name)) {
            case null -> Optional.empty();
            case Integer i when i >= min && i <= max -> Optional.of(i);
            case Long l when l >= min && l <= max -> Optional.of(l.intValue());
            case BigInteger big -> wrong(name, big.toString(), allowed);
            case String text ->
                    wrong(name, Problems.shown(text) + ", a string", allowed + (text.matches("\\d+") ? "; remove the quotes" : ""));
            case Object other -> wrong(name, Problems.shown(other), allowed);
        };
        return number.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /// A whole number, also written as text, as quantities may be; 0 when missing.
    public int count(String name, int max) {
        Object value = value(name);
        if (value instanceof String text && text.matches("\\d{1,6}") && Integer.parseInt(text) <= max) {
            return Integer.parseInt(text);
        }
        return number(name, 0, max).orElse(0);
    }

    /// A number with or without a unit; empty if it is missing or zero.
    public String quantity(String name) {
        Object value = value(name);
        if (value == null || Quantity.is(value)) {
            return value == null || value.toString().matches("0*(\\.0*)?[a-zA-Z]*") ? "" : value.toString();
        }
        wrong(name, Problems.shown(value), Quantity.RULE);
        return "";
    }

    Optional<Duration> seconds(String name, int min) {
        return number(name, min, Integer.MAX_VALUE).stream().mapToObj(Duration::ofSeconds).findFirst();
    }

    <W extends Word> Optional<W> choice(String name, List<W> allowed) {
        return text(name).flatMap(text -> {
            Optional<W> chosen = allowed.stream().filter(word -> word.word().equals(text)).findFirst();
            if (chosen.isEmpty()) {
                wrong(name, Problems.shown(text), "it must be one of " + words(allowed));
            }
            return chosen;
        });
    }

    static String words(List<? extends Word> words) {
        return words.stream().map(Word::word).collect(Collectors.joining(", "));
    }

    /// A map below this one.
    public Optional<Fields> fields(String name) {
        return switch (value(name)) {
            case null -> Optional.empty();
            case Map<?, ?> below -> Optional.of(new Fields(path(name), Tree.map(below), problems));
            case Object other -> wrong(name, Problems.shown(other), "it must be a map");
        };
    }

    /// A required map below this one. If it is missing, that is noted and an empty one is returned.
    Fields needed(String name, String why) {
        if (value(name) == null) {
            problems.missing(path(name), why);
        }
        return fields(name).orElseGet(() -> new Fields(path(name), Map.of(), new Problems()));
    }

    /// The maps of a list below this one.
    List<Fields> each(String name) {
        List<Fields> each = new ArrayList<>();
        switch (value(name)) {
            case null -> {
            }
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    String at = path(name) + "[" + i + "]";
                    if (list.get(i) instanceof Map<?, ?> below) {
                        each.add(new Fields(at, Tree.map(below), problems));
                    } else {
                        problems.wrong(at, list.get(i), "it must be a map");
                    }
                }
            }
            case Object other -> wrong(name, Problems.shown(other), "it must be a list, each entry with a dash before it");
        }
        return each;
    }

    /// A list of strings; empty if it is missing.
    public List<String> list(String name) {
        return switch (value(name)) {
            case null -> List.of();
            case List<?> list when list.stream().allMatch(String.class::isInstance) -> list.stream().map(String::valueOf).toList();
            case Object other -> {
                wrong(name, Problems.shown(other), "it must be a list of names");
                yield List.of();
            }
        };
    }

    public void missing(String name, String why) {
        problems.missing(path(name), why);
    }

    /// A map of text to text, e.g. labels.
    Map<String, String> texts(String name) {
        Map<String, String> texts = new TreeMap<>();
        fields(name).ifPresent(below -> below.map.keySet().forEach(key -> below.text(key).ifPresent(text -> texts.put(key, text))));
        return texts;
    }

    /// Notes every unknown field, which is one that nobody has asked for.
    void noOthers(String what) {
        map.keySet().stream().filter(name -> !known.contains(name)).forEach(name -> problems.add(path(name), "is not a field of " + what
                + Spelling.nearest(name, known).map(near -> ": did you mean " + near + "?")
                        .orElseGet(() -> ": its fields are " + String.join(", ", known))));
    }

    /// Notes every field that is not one of these but has a similar name.
    void misspelt(Set<String> names, String what) {
        map.keySet().stream().filter(name -> !names.contains(name)).forEach(name -> Spelling.nearest(name, names)
                .ifPresent(near -> problems.add(path(name), "is not a field of " + what + ": did you mean " + near + "?")));
    }

    private <T> Optional<T> wrong(String name, String shown, String allowed) {
        problems.add(path(name), "is " + shown + ": " + allowed);
        return Optional.empty();
    }
}
