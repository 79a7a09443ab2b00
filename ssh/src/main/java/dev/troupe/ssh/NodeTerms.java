package dev.troupe.ssh;

import dev.troupe.text.EditDistance;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a line of a hosts file says about the node, as options of `troupe start`: `cpus=8 gpus=1 memory=16g labels=zone=a,rack=2
/// resources=fpga=2 address=10.0.0.7`. What is not said, the node detects.
///
/// @param startOptions words for `troupe start`
public record NodeTerms(List<String> startOptions) {
    /// Everything is detected.
    public static final NodeTerms DETECTED = new NodeTerms(List.of());

    private static final Pattern AMOUNT = Pattern.compile("[0-9]+(\\.[0-9]+)?");
    private static final Pattern BYTES = Pattern.compile("[0-9]+(\\.[0-9]+)?([kmgtKMGT]i?[bB]?|[bB])?");
    private static final Pattern LABEL_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]*");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:%_-]+");

    public NodeTerms { startOptions = List.copyOf(startOptions); }

    /// One thing that can be said.
    private enum Term {
        CPUS("--num-cpus"), GPUS("--num-gpus"), MEMORY("--memory"), LABELS("--labels"), RESOURCES("--resources"),
        ADDRESS("--node-ip-address");

        private final String option;

        Term(String option) {
            this.option = option;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        String checked(String value) {
            return switch (this) {
                case CPUS, GPUS -> matching(value, AMOUNT, "a number, e.g. " + word() + "=4");
                case MEMORY -> matching(value, BYTES, "a number of bytes or an amount such as 16g");
                case LABELS -> labels(value);
                case RESOURCES -> value.startsWith("{") ? value : json(value);
                case ADDRESS -> matching(value, NodeTerms.ADDRESS, "an address of the host, e.g. 10.0.0.7");
            };
        }

        private String matching(String value, Pattern pattern, String rule) {
            if (!pattern.matcher(value).matches()) {
                throw new IllegalArgumentException(word() + " is '" + value + "'; write " + rule);
            }
            return value;
        }

        private String labels(String value) {
            return pairs(value, "zone=a,rack=2").entrySet().stream().map(pair -> pair.getKey() + "=" + pair.getValue())
                    .collect(Collectors.joining(","));
        }

        private String json(String value) {
            return pairs(value, "fpga=2,disk=1").entrySet().stream()
                    .map(pair -> "\"" + pair.getKey() + "\":"
                            + new BigDecimal(matching(pair.getValue(), AMOUNT, "amounts that are numbers, e.g. fpga=2")).toPlainString())
                    .collect(Collectors.joining(",", "{", "}"));
        }

        private SequencedMap<String, String> pairs(String value, String example) {
            SequencedMap<String, String> pairs = new LinkedHashMap<>();
            for (String pair : value.split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 0 || !LABEL_NAME.matcher(pair.substring(0, equals)).matches()) {
                    throw new IllegalArgumentException(word() + " has the entry '" + pair + "'; write names and values: " + word() + "="
                            + example);
                }
                if (pairs.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                    throw new IllegalArgumentException(word() + " has '" + pair.substring(0, equals) + "' twice; remove one");
                }
            }
            return pairs;
        }
    }

    /// Parses words such as `cpus=8`.
    ///
    /// @throws IllegalArgumentException whose message names the word, what is wrong with it and the next step
    static NodeTerms of(List<String> words) {
        Map<Term, String> said = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            Term term = term(equals < 0 ? word : word.substring(0, equals), word);
            if (equals < 0 || equals == word.length() - 1) {
                throw new IllegalArgumentException("'" + word + "' has no value; write " + term.word() + "=VALUE");
            }
            if (said.put(term, term.checked(word.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("'" + term.word() + "' is written twice; remove one");
            }
        }
        List<String> options = new ArrayList<>();
        said.forEach((term, value) -> options.addAll(List.of(term.option, value)));
        return new NodeTerms(options);
    }

    private static Term term(String name, String word) {
        List<Term> all = List.of(Term.values());
        return all.stream().filter(term -> term.word().equals(name)).findFirst().orElseThrow(() -> {
            Term nearest = all.stream().min(Comparator.comparingInt(term -> EditDistance.between(term.word(), name))).orElseThrow();
            String known = all.stream().map(Term::word).collect(Collectors.joining(", "));
            return new IllegalArgumentException("'" + word + "' is unknown; "
                    + (EditDistance.between(nearest.word(), name) <= 2 ? "did you mean " + nearest.word() + "=…?"
                            : "a host can have " + known));
        });
    }
}
