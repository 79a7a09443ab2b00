package dev.troupe.ssh;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A node may be one minor version older or newer than its head.
record VersionCheck(String ours) implements Check {
    private static final Pattern PRINTED = Pattern.compile("troupe (\\S+).*");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(?:\\D.*)?");

    @Override
    public Optional<Finding> of(Facts facts) {
        Optional<String> printed = facts.one("troupe");
        if (printed.isEmpty()) {
            return Optional.of(Finding.problem("troupe",
                    "troupe is not installed; troupe up --install copies it, and --remote-home says where it is"));
        }
        Matcher version = PRINTED.matcher(printed.get());
        if (!version.matches()) {
            return Optional.of(Finding.problem("troupe", facts.one("place").orElse("troupe") + " does not start: "
                    + printed.get().replaceFirst("^troupe: ", "")));
        }
        String theirs = version.group(1);
        String place = " in " + facts.one("place").orElse("an unknown place");
        if (theirs.equals(ours)) {
            return Optional.of(Finding.ok("troupe", "troupe " + theirs + place));
        }
        return Optional.of(areNeighbours(theirs)
                ? Finding.warning("troupe",
                        "troupe " + theirs + place + " is not " + ours + " as here; it may join, but troupe up --install makes them equal")
                : Finding.problem("troupe",
                        "troupe " + theirs + place + " cannot join a cluster of " + ours + "; troupe up --install replaces it"));
    }

    private boolean areNeighbours(String theirs) {
        Matcher here = NUMBER.matcher(ours);
        Matcher there = NUMBER.matcher(theirs);
        return here.matches() && there.matches() && here.group(1).equals(there.group(1))
                && Math.abs(Integer.parseInt(here.group(2)) - Integer.parseInt(there.group(2))) <= 1;
    }
}
