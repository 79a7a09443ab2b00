package dev.troupe.ssh;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where nodes join: `HOST:PORT`, `[::1]:6379`. Of several addresses, the first.
record HeadAddress(String host, int port) {
    /// Where a head listens if nobody says otherwise.
    static final int USUAL_PORT = 6379;

    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)):([0-9]{1,5})");

    static HeadAddress of(String text) {
        Matcher form = FORM.matcher(text.split(",", 2)[0].strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("the address of the head is '" + text + "'; write HOST:PORT");
        }
        return new HeadAddress(form.group(1) == null ? form.group(2) : form.group(1), Integer.parseInt(form.group(3)));
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
