package dev.troupe.lifecycle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Annotations of pods as they are kept in memory. They may have 256 KiB on each pod, of which decisions need little: what the operator
/// itself wrote, and whether what came from the template still is what the template says. For that a long value need not be known, only
/// whether it has changed.
public final class Abridged {
    private static final int LONG = 100;

    private Abridged() {}

    /// Without the annotations of other programs, and with abridged values.
    public static Map<String, String> of(Map<String, String> annotations) {
        Set<String> named = Set.copyOf(List.of(annotations.getOrDefault(Labels.TEMPLATE_ANNOTATIONS, "").split(",", -1)));
        Map<String, String> kept = new LinkedHashMap<>();
        annotations.forEach((name, value) -> {
            if (Labels.isOurs(name) || named.contains(name)) {
                kept.put(name, value(name, value));
            }
        });
        return kept;
    }

    /// A long value is replaced by its length and fingerprint; a short one, and one that is abridged, stays as it is.
    public static String value(String name, String value) {
        boolean whole = value.length() <= LONG || name.equals(Labels.TEMPLATE_LABELS) || name.equals(Labels.TEMPLATE_ANNOTATIONS);
        return whole ? value : "abridged " + value.length() + " " + Fingerprint.of(value);
    }
}
