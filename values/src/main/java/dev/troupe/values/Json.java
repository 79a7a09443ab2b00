package dev.troupe.values;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON (RFC 8259) as `Map`, `List`, `String`, `Long`, `Double`, `Boolean` and null. Members keep their order. Small on
/// purpose: programs that use this library get no JSON library from it.
public final class Json {
    private static final int DEEPEST = 100;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /// The value of a whole text.
    ///
    /// @throws IllegalArgumentException that says what is wrong and where
    public static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) {
            throw json.wrong("nothing more");
        }
        return value;
    }

    /// The shortest text that [#parse] reads as an equal value: no spaces, no line breaks.
    ///
    /// @throws IllegalArgumentException if JSON cannot represent the value
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        JsonWriter.write(value, out, 0);
        return out.toString();
    }

    private Object value() {
        space();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        enter();
        for (boolean first = true; !ends('}', first); first = false) {
            space();
            String name = string();
            space();
            expect(':');
            if (members.containsKey(name)) {
                throw wrong("\"" + name + "\" only once");
            }
            members.put(name, value());
        }
        depth--;
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        enter();
        for (boolean first = true; !ends(']', first); first = false) {
            elements.add(value());
        }
        depth--;
        return elements;
    }

    private void enter() {
        at++;
        if (++depth > DEEPEST) {
            throw wrong("at most " + DEEPEST + " levels");
        }
    }

    private boolean ends(char close, boolean first) {
        space();
        if (peek() == close) {
            at++;
            return true;
        }
        if (!first) {
            expect(',');
            space();
            if (peek() == close) {
                throw wrong("a value after the comma");
            }
        }
        return false;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                at--;
                throw wrong("no line breaks or control characters in a string");
            }
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw wrong("one of \"\\/bfnrtu after a backslash");
            }
        };
    }

    private char unicode() {
        try {
            char c = (char) Integer.parseUnsignedInt(text, at, Math.min(at + 4, text.length()), 16);
            at += 4;
            return c;
        } catch (NumberFormatException e) {
            throw wrong("four hexadecimal digits");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            at = start;
            throw wrong("a value");
        }
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException e) {
            return Double.valueOf(digits);
        }
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char c) {
        if (peek() != c) {
            throw wrong("'" + c + "'");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private IllegalArgumentException wrong(String expected) {
        String seen = at >= text.length() ? "it ends" : "there is '" + text.charAt(at) + "'";
        return new IllegalArgumentException("at character " + (at + 1) + " " + seen + " where " + expected + " was expected");
    }
}
