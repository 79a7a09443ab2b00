package dev.troupe.packages;

import java.util.regex.Pattern;

/// One package as it is announced to others. The list of these is what a job says about its class path.
///
/// @param bytes its exact size
/// @param name for people, e.g. `my-app.jar`; letters and digits of ASCII, `.`, `_`, `+` and `-`, because a received name becomes a part of a file name
public record CodePackage(PackageId id, long bytes, String name) {
    private static final int LONGEST = 100;
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._+-]{1," + LONGEST + "}");
    private static final int SHORT_ID = 12;

    public CodePackage {
        if (!VALID.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not a valid name of a package: use at most " + LONGEST
                    + " letters and digits of ASCII, '.', '_', '+' and '-'");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("the package " + name + " cannot have " + bytes + " bytes");
        }
    }

    /// The nearest valid name. Its end is kept, because that says what kind of file it is.
    static String nameLike(String text) {
        String valid = text.replaceAll("[^A-Za-z0-9._+-]", "_");
        return valid.isEmpty() ? "_" : valid.substring(Math.max(0, valid.length() - LONGEST));
    }

    @Override
    public String toString() {
        return name + " (package " + id.hex().substring(0, SHORT_ID) + ", " + bytes + " bytes)";
    }
}
