package dev.troupe.dijob;

import java.util.regex.Pattern;

/// What names of pods, services and containers may look like.
public final class Dns {
    static final int MAX_LABEL = 63;
    public static final String LABEL_RULE = "lowercase letters, digits and '-' are allowed, with a letter or digit at both ends, at most 63 characters";
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    private Dns() {}

    public static boolean isLabel(String name) {
        return name.length() <= MAX_LABEL && LABEL.matcher(name).matches();
    }
}
