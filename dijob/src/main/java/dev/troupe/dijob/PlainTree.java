package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings what a parser made into the shape the rest relies on: keys are text, nothing contains itself, nothing is endless.
///
/// @param value a map, a list or a scalar
public record PlainTree(Object value, Optional<String> problem) {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_VALUES = 200_000;

    public static PlainTree of(Object object) {
        try {
            return new PlainTree(new Walk().plain(object, 0), Optional.empty());
        } catch (Walk.Endless e) {
            return new PlainTree(null, Optional.of(e.getMessage()));
        }
    }

    /// Counts, because an alias in YAML can stand for a great deal.
    private static final class Walk {
        private int values;

        static final class Endless extends RuntimeException {
            private static final long serialVersionUID = 1;

            Endless(String sentence) {
                super(sentence, null, false, false);
            }
        }

        Object plain(Object object, int depth) {
            if (depth > MAX_DEPTH) {
                throw new Endless("the document is nested deeper than " + MAX_DEPTH + " levels: look for an alias that contains itself");
            }
            if (++values > MAX_VALUES) {
                throw new Endless("the document has more than " + MAX_VALUES + " values: look for aliases of aliases");
            }
            return switch (object) {
                case Map<?, ?> map -> {
                    Map<String, Object> plain = new LinkedHashMap<>();
                    map.forEach((key, value) -> plain.put(String.valueOf(key), plain(value, depth + 1)));
                    yield plain;
                }
                case List<?> list -> {
                    List<Object> plain = new ArrayList<>();
                    list.forEach(value -> plain.add(plain(value, depth + 1)));
                    yield plain;
                }
                case null, default -> object;
            };
        }
    }
}
