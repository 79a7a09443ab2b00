package dev.troupe.parallel;

import dev.troupe.process.WholeNumber;
import dev.troupe.task.SettingException;
import dev.troupe.values.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The settings of each rank of a platform, where they differ from those of the platform.
///
/// @param tasks one for each rank
record PlatformSpec(List<Task> tasks) {
    private static final Set<String> KNOWN = Set.of("labels", "node_ids", "ports", "attach_to", "address");

    /// One rank; missing values come from the settings and the platform.
    record Task(Optional<Set<String>> labels, Optional<List<Integer>> nodeIds, Optional<List<Integer>> ports,
            Optional<List<String>> attachTo, Optional<String> address) {
        static final Task NOTHING = new Task(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Reads JSON, or the file with that name.
    static PlatformSpec read(String jsonOrFile) {
        boolean json = jsonOrFile.stripLeading().startsWith("{");
        String where = json ? "the platform spec" : "the platform spec " + jsonOrFile;
        try {
            return of(Json.parse(json ? jsonOrFile : Files.readString(Path.of(jsonOrFile))), where);
        } catch (IOException | InvalidPathException e) {
            throw new SettingException(
                    "the platform spec '" + jsonOrFile + "' is neither JSON ({\"tasks\":[…]}) nor a file that can be read", e);
        } catch (SettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new SettingException(where + " is not JSON: " + e.getMessage(), e);
        }
    }

    private static PlatformSpec of(Object json, String where) {
        if (!(json instanceof Map<?, ?> top && top.keySet().equals(Set.of("tasks")) && top.get("tasks") instanceof List<?> list)) {
            throw new SettingException(where + " is not of the form {\"tasks\":[{…},{…}]}");
        }
        List<Task> tasks = new ArrayList<>();
        for (Object entry : list) {
            String place = where + ", task " + tasks.size();
            if (!(entry instanceof Map<?, ?> members)) {
                throw new SettingException(place + ": '" + entry + "' is not an object with " + new TreeSet<>(KNOWN));
            }
            members.keySet().stream().filter(key -> !KNOWN.contains(key)).findFirst().ifPresent(key -> {
                throw new SettingException(place + ": unknown key '" + key + "', the keys are " + new TreeSet<>(KNOWN));
            });
            tasks.add(new Task(texts(members.get("labels")).map(LinkedHashSet::new), numbers(members.get("node_ids"), place + ", node_ids"),
                    numbers(members.get("ports"), place + ", ports"), texts(members.get("attach_to")),
                    Optional.ofNullable(members.get("address")).map(String::valueOf)));
        }
        return new PlatformSpec(List.copyOf(tasks));
    }

    private static Optional<List<Integer>> numbers(Object value, String place) {
        return texts(value).map(all -> all.stream().map(text -> {
            try {
                return WholeNumber.of(text);
            } catch (NumberFormatException e) {
                throw new SettingException(place + ": " + e.getMessage(), e);
            }
        }).toList()).filter(all -> !all.isEmpty());
    }

    /// A comma-separated text, a single value or a list of values.
    private static Optional<List<String>> texts(Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case List<?> list -> Optional.of(list.stream().map(String::valueOf).toList());
            default -> Optional.of(Stream.of(value.toString().split(",")).map(String::strip).filter(text -> !text.isEmpty()).toList());
        };
    }
}
