package dev.troupe.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Which of the names there are somebody may have meant.
public final class NearNames {
    private static final int MOST = 3;

    private NearNames() {}

    public static List<String> of(String wanted, Collection<String> names) {
        return names.stream().filter(name -> simple(name).equals(simple(wanted)) || distance(name, wanted) <= 2)
                .sorted(Comparator.<String>comparingInt(name -> distance(name, wanted)).thenComparing(Comparator.naturalOrder()))
                .limit(MOST).toList();
    }

    private static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1).toLowerCase(Locale.ROOT);
    }

    /// How many letters must be put in, taken out or changed.
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
