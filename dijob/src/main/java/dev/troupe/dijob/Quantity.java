package dev.troupe.dijob;

import java.util.regex.Pattern;

/// An amount of a resource as Kubernetes writes it.
final class Quantity {
    static final String RULE = "it must be a number with or without a unit, e.g. 6, 500m or 10Gi";
    private static final Pattern TEXT = Pattern.compile("[0-9]+(\\.[0-9]*)?([eE][0-9]+|[numkMGTPE]|[KMGTPE]i)?");

    private Quantity() {}

    static boolean is(Object value) {
        return value instanceof Number number ? number.doubleValue() >= 0 : value instanceof String text && TEXT.matcher(text).matches();
    }
}
