package dev.troupe.task;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.stream.Stream;

/// One of a few names, as written on the command line.
final class Choice {
    private Choice() {}

    static <E extends Enum<E>> E of(Class<E> type, String setting, String name) {
        return Stream.of(type.getEnumConstants()).filter(value -> name(value).equals(name.strip().toLowerCase(Locale.ROOT))).findFirst()
                .orElseThrow(() -> new SettingException("unknown " + setting + " '" + name + "': it is one of "
                        + Stream.of(type.getEnumConstants()).map(Choice::name).collect(joining(", "))));
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
