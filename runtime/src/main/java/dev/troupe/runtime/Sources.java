package dev.troupe.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The sources of settings: system properties, then `TROUPE_*` variables, then `ray.conf`. The first source that has a value is used.
///
/// `ray.run-mode` is the variable `TROUPE_RUN_MODE`, `ray.job.jvm-options` is `TROUPE_JOB_JVM_OPTIONS`, `troupe.isolation`
/// is `TROUPE_ISOLATION`.
///
/// Here and in the classes that read from it, loops are used where streams and lambdas would do: each of those costs a starting program as much
/// time as all the rest.
record Sources(Map<String, String> properties, Map<String, String> variables, Map<String, String> file, String fileName) {

    /// A value and its name in the user's spelling, for messages.
    record Found(String name, String value) {
        IllegalArgumentException wrong(String allowed) {
            return new IllegalArgumentException(name + "=" + value + ": " + allowed);
        }
    }

    /// The present settings of this process.
    static Sources ofThisProcess(ClassLoader loader) {
        Map<String, String> properties = new HashMap<>();
        Properties all = System.getProperties();
        for (String key : all.stringPropertyNames()) {
            properties.put(key, all.getProperty(key));
        }
        return of(properties, System.getenv(), loader);
    }

    static Sources of(Map<String, String> properties, Map<String, String> variables, ClassLoader loader) {
        String named = properties.getOrDefault("ray.config-file", variables.get("TROUPE_CONFIG_FILE"));
        try {
            if (named != null && !named.isBlank()) {
                return new Sources(properties, variables, Conf.parse(named, Files.readString(Path.of(named))), named);
            }
            URL found = loader == null ? null : loader.getResource("ray.conf");
            if (found == null) {
                return new Sources(properties, variables, Map.of(), "ray.conf");
            }
            try (InputStream in = found.openStream()) {
                return new Sources(properties, variables,
                        Conf.parse("ray.conf", new String(in.readAllBytes(), StandardCharsets.UTF_8)), "ray.conf");
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "ray.config-file=" + named + ": the file cannot be read (" + e + "); give a file that exists, or leave it out", e);
        }
    }

    /// Empty if it is not set, or set to nothing.
    Optional<Found> text(String key) {
        String value = properties.get(key);
        if (value != null && !value.isBlank()) {
            return Optional.of(new Found(key, value.strip()));
        }
        String variable = variable(key);
        value = variables.get(variable);
        if (value != null && !value.isBlank()) {
            return Optional.of(new Found(variable, value.strip()));
        }
        value = file.get(key);
        return value == null || value.isBlank() ? Optional.empty() : Optional.of(new Found(key + " in " + fileName, value.strip()));
    }

    /// `key.0`, `key.1` …, or the plain `key` split: the parts that match `element`, one after another.
    List<String> list(String key, String element) {
        List<String> indexed = indexed(properties, key);
        if (!indexed.isEmpty()) {
            return indexed;
        }
        Optional<Found> plain = text(key);
        if (plain.isEmpty()) {
            return indexed(file, key);
        }
        List<String> elements = new ArrayList<>();
        Matcher matcher = Pattern.compile(element).matcher(plain.get().value());
        while (matcher.find()) {
            elements.add(matcher.group());
        }
        return elements;
    }

    /// The names after `prefix`; for each, the property takes precedence over the variable, and that over the file.
    Map<String, String> map(String prefix) {
        Map<String, String> found = new TreeMap<>();
        add(file, prefix, found);
        add(variables, variable(prefix), found);
        add(properties, prefix, found);
        return found;
    }

    /// All settings that begin with `prefix`, by the rest of their names, in the spelling of properties.
    Map<String, Found> below(String prefix) {
        Map<String, Found> found = new TreeMap<>();
        for (Map<String, String> layer : List.of(file, variables, properties)) {
            String start = layer == variables ? variable(prefix) : prefix;
            for (Map.Entry<String, String> each : layer.entrySet()) {
                if (each.getKey().startsWith(start)) {
                    String rest = each.getKey().substring(start.length());
                    String name = each.getKey() + (layer == file ? " in " + fileName : "");
                    found.put(layer == variables ? rest.replace('_', '-').toLowerCase(Locale.ROOT) : rest,
                            new Found(name, each.getValue()));
                }
            }
        }
        return found;
    }

    private static void add(Map<String, String> layer, String prefix, Map<String, String> to) {
        for (Map.Entry<String, String> each : layer.entrySet()) {
            if (each.getKey().startsWith(prefix) && each.getKey().length() > prefix.length()) {
                to.put(each.getKey().substring(prefix.length()), each.getValue());
            }
        }
    }

    /// @param internal not for users, but valid
    /// @throws IllegalArgumentException for a setting with our prefix that does not exist
    void refuseOthersThan(Set<String> known, Set<String> internal) {
        for (Map<String, String> layer : List.of(properties, file)) {
            for (Map.Entry<String, String> each : layer.entrySet()) {
                if (each.getKey().startsWith("troupe.") && !known.contains(each.getKey()) && !internal.contains(each.getKey())) {
                    throw new Found(each.getKey(), each.getValue())
                            .wrong("there is no such setting; the settings are " + new TreeSet<>(known));
                }
            }
        }
    }

    /// @throws IllegalArgumentException for names that differ from one of these only in case, dots and dashes
    void refuseMisspelt(Set<String> known) {
        for (Map.Entry<String, String> each : properties.entrySet()) {
            String said = each.getKey();
            if (said.startsWith("ray") && !known.contains(said)) {
                for (String meant : known) {
                    if (squeezed(said).equals(squeezed(meant))) {
                        throw new Found(said, each.getValue()).wrong("there is no such setting; did you mean " + meant + "?");
                    }
                }
            }
        }
    }

    private static String squeezed(String key) {
        return key.replaceAll("[._-]", "").toLowerCase(Locale.ROOT);
    }

    static String variable(String key) {
        return "TROUPE_".concat(key.substring(key.indexOf('.') + 1).replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /// By increasing index; gaps are allowed.
    private static List<String> indexed(Map<String, String> layer, String key) {
        Map<Integer, String> found = new TreeMap<>();
        for (Map.Entry<String, String> each : layer.entrySet()) {
            String name = each.getKey();
            if (name.startsWith(key) && name.length() > key.length() && name.substring(key.length()).matches("\\.\\d{1,4}")) {
                found.put(Integer.parseInt(name.substring(key.length() + 1)), each.getValue().strip());
            }
        }
        return new ArrayList<>(found.values());
    }
}
