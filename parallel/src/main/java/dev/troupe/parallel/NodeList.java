package dev.troupe.parallel;

import dev.troupe.task.SettingException;
import java.util.ArrayList;
import java.util.List;

/// Slurm's short form of many host names: `gpu[1,3-5],login` is gpu1, gpu3, gpu4, gpu5 and login; `n[08-10]` is n08, n09, n10.
final class NodeList {
    private static final int MOST = 100_000;

    private NodeList() {}

    static List<String> parse(String text) {
        List<String> hosts = new ArrayList<>();
        for (String group : split(text, text)) {
            hosts.addAll(expand(group, text));
        }
        return hosts;
    }

    /// Splits at the commas outside brackets.
    private static List<String> split(String text, String whole) {
        List<String> groups = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                groups.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        if (depth != 0 || groups.stream().anyMatch(String::isEmpty)) {
            throw wrong(whole);
        }
        return groups;
    }

    private static List<String> expand(String group, String whole) {
        int open = group.indexOf('[');
        if (open < 0) {
            if (group.indexOf(']') >= 0) {
                throw wrong(whole);
            }
            return List.of(group);
        }
        int close = group.indexOf(']', open);
        if (close < 0) {
            throw wrong(whole);
        }
        List<String> hosts = new ArrayList<>();
        List<String> rests = close + 1 < group.length() ? expand(group.substring(close + 1), whole) : List.of("");
        for (String number : numbers(group.substring(open + 1, close), whole)) {
            rests.forEach(rest -> hosts.add(group.substring(0, open) + number + rest));
        }
        return hosts;
    }

    private static List<String> numbers(String ranges, String whole) {
        List<String> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            String[] ends = range.strip().split("-", -1);
            if (ends.length > 2 || !ends[0].matches("[0-9]{1,9}") || !ends[ends.length - 1].matches("[0-9]{1,9}")) {
                throw wrong(whole);
            }
            int from = Integer.parseInt(ends[0]);
            int to = Integer.parseInt(ends[ends.length - 1]);
            if (to < from || to - from > MOST) {
                throw wrong(whole);
            }
            int width = ends[0].length();
            for (int n = from; n <= to; n++) {
                String digits = Integer.toString(n);
                numbers.add("0".repeat(Math.max(0, width - digits.length())) + digits);
            }
        }
        return numbers;
    }

    private static SettingException wrong(String whole) {
        return new SettingException("SLURM_NODELIST '" + whole + "' is not a list of nodes like node[1,3-5],other");
    }
}
