package dev.troupe.runtime;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/// Reads the commonly used part of HOCON in a `ray.conf`: `key: value`, `key = value`, nested braces, lists, quoted and triple-quoted text,
/// comments. The result is flat: `a.b` for a member, `a.0` for an element.
final class Conf {
    private final String where;
    private final String text;
    private final Map<String, String> found = new HashMap<>();
    private int at;

    private Conf(String where, String text) {
        this.where = where;
        this.text = text;
    }

    /// @param where the file, for messages
    /// @throws IllegalArgumentException that names the line and the problem
    static Map<String, String> parse(String where, String text) {
        Conf conf = new Conf(where, text);
        conf.space(true);
        if (conf.next('{')) {
            conf.members("", '}');
            conf.space(true);
            if (conf.at < text.length()) {
                throw conf.wrong("there is unexpected text after the last '}'");
            }
        } else {
            conf.members("", '\0');
        }
        return new TreeMap<>(conf.found);
    }

    private void members(String prefix, char close) {
        while (true) {
            space(true);
            if (at >= text.length()) {
                if (close != '\0') {
                    throw wrong("a '" + close + "' is missing at the end");
                }
                return;
            }
            if (next(close)) {
                return;
            }
            if (next(',')) {
                continue;
            }
            member(prefix);
        }
    }

    private void member(String prefix) {
        String key = prefix + key();
        space(false);
        if (text.startsWith("+=", at)) {
            throw wrong("'+=' is not supported; write the whole list");
        }
        if (next('{')) {
            members(key + ".", '}');
            return;
        }
        if (!next(':') && !next('=')) {
            throw wrong("after the key '" + key + "' a ':', '=' or '{' is missing");
        }
        space(true);
        if (next('{')) {
            members(key + ".", '}');
        } else {
            value(key);
        }
    }

    private String key() {
        StringBuilder key = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                key.append(quoted());
            } else if (Character.isLetterOrDigit(c) || "._-$".indexOf(c) >= 0) {
                key.append(c);
                at++;
            } else {
                break;
            }
        }
        if (key.isEmpty()) {
            throw wrong("a key cannot begin with '" + text.charAt(at) + "'");
        }
        if (key.toString().equals("include")) {
            throw wrong("'include' is not supported; put everything into one file");
        }
        return key.toString();
    }

    private void value(String key) {
        forget(key);
        if (next('[')) {
            list(key);
            return;
        }
        String value = scalar();
        if (value != null) {
            found.put(key, value);
        }
    }

    private void list(String key) {
        for (int i = 0;; i++) {
            space(true);
            while (next(',')) {
                space(true);
            }
            if (next(']')) {
                return;
            }
            if (at >= text.length()) {
                throw wrong("a ']' is missing at the end");
            }
            String element = key + "." + i;
            if (next('{')) {
                members(element + ".", '}');
            } else {
                value(element);
            }
        }
    }

    /// Null for the word null.
    private String scalar() {
        if (text.startsWith("\"\"\"", at)) {
            int end = text.indexOf("\"\"\"", at + 3);
            if (end < 0) {
                throw wrong("a text in triple quotes is not closed");
            }
            String value = text.substring(at + 3, end);
            at = end + 3;
            return value;
        }
        StringBuilder value = new StringBuilder();
        boolean quotes = false;
        while (at < text.length() && ",]}\n".indexOf(text.charAt(at)) < 0 && !comment()) {
            if (text.startsWith("${", at)) {
                throw wrong("'${…}' is not supported; write the value itself");
            }
            if (text.charAt(at) == '"') {
                value.append(quoted());
                quotes = true;
            } else {
                value.append(text.charAt(at++));
            }
        }
        String trimmed = value.toString().strip();
        if (trimmed.isEmpty() && !quotes) {
            throw wrong("a value is missing");
        }
        return trimmed.equals("null") && !quotes ? null : trimmed;
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '\n'; at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return value.toString();
            }
            value.append(c == '\\' ? escaped() : c);
        }
        throw wrong("a quoted text is not closed");
    }

    private char escaped() {
        at++;
        char c = at < text.length() ? text.charAt(at) : '\n';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> throw wrong("\\" + c + " is not supported in a text");
        };
    }

    /// If a key occurs twice, the second value counts.
    private void forget(String key) {
        found.remove(key);
        for (Iterator<String> keys = found.keySet().iterator(); keys.hasNext();) {
            if (keys.next().startsWith(key + ".")) {
                keys.remove();
            }
        }
    }

    private boolean comment() {
        boolean begins = at == 0 || Character.isWhitespace(text.charAt(at - 1));
        return text.charAt(at) == '#' || (begins && text.startsWith("//", at));
    }

    private void space(boolean lines) {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (comment()) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if ((Character.isWhitespace(c) && (lines || c != '\n')) || c == '\ufeff') {
                at++;
            } else {
                return;
            }
        }
    }

    private boolean next(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private IllegalArgumentException wrong(String what) {
        long line = 1 + text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count();
        return new IllegalArgumentException(where + ", line " + line + ": " + what);
    }
}
