package dev.troupe.values;

import java.util.Map;

final class JsonWriter {
    private static final int DEEPEST = 100;

    private JsonWriter() {}

    static void write(Object value, StringBuilder out, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("JSON may have at most " + DEEPEST + " levels");
        }
        if (value instanceof Map<?, ?> map) {
            writeObject(map, out, depth);
        } else if (value instanceof Iterable<?> elements) {
            writeArray(elements, out, depth);
        } else if (value instanceof String text) {
            writeString(text, out);
        } else if (value instanceof Number number) {
            writeNumber(number, out);
        } else if (value == null || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("JSON cannot represent a " + value.getClass().getName());
        }
    }

    private static void writeObject(Map<?, ?> map, StringBuilder out, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            out.append(separator);
            writeString(String.valueOf(member.getKey()), out);
            out.append(':');
            write(member.getValue(), out, depth + 1);
            separator = ",";
        }
        out.append('}');
    }

    private static void writeArray(Iterable<?> elements, StringBuilder out, int depth) {
        out.append('[');
        String separator = "";
        for (Object element : elements) {
            out.append(separator);
            write(element, out, depth + 1);
            separator = ",";
        }
        out.append(']');
    }

    private static void writeNumber(Number number, StringBuilder out) {
        if (!Double.isFinite(number.doubleValue()) && (number instanceof Double || number instanceof Float)) {
            throw new IllegalArgumentException("JSON cannot represent " + number);
        }
        out.append(number);
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || (Character.isSurrogate(c) && !paired(text, i))) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
