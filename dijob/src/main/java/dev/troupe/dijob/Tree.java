package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Maps with text keys, lists and scalars: what YAML and JSON are read into. Copies keep the order and cannot change.
public final class Tree {
    private Tree() {}

    /// A map in the order written: key, value, key, value.
    public static Map<String, Object> of(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    public static Map<String, Object> copy(Map<String, Object> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(key, copy(value)));
        return Collections.unmodifiableMap(copy);
    }

    public static Object copy(Object value) {
        return switch (value) {
            case Map<?, ?> map -> copy(map(map));
            case List<?> list -> Collections.unmodifiableList(new ArrayList<>(list.stream().map(Tree::copy).toList()));
            case null, default -> value;
        };
    }

    /// The value as a map; an empty one when it is something else.
    @SuppressWarnings("unchecked") // keys were found to be text when the tree was read
    public static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /// The maps in a list; none when the value is something else.
    public static List<Map<String, Object>> maps(Object value) {
        return list(value).stream().filter(Map.class::isInstance).map(Tree::map).toList();
    }

    public static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    public static Map<String, String> strings(Map<String, Object> map) {
        Map<String, String> strings = new LinkedHashMap<>();
        map.forEach((key, value) -> strings.put(key, value == null ? "" : value.toString()));
        return strings;
    }

    /// One text for equal trees, in whatever order their keys are.
    public static String canonical(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>(map(map));
                List<String> entries = new ArrayList<>();
                sorted.forEach((key, one) -> entries.add(quoted(key) + ":" + canonical(one)));
                yield "{" + String.join(",", entries) + "}";
            }
            case List<?> list -> "[" + String.join(",", list.stream().map(Tree::canonical).toList()) + "]";
            case String text -> quoted(text);
            case null -> "null";
            case Object scalar -> scalar.toString();
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
