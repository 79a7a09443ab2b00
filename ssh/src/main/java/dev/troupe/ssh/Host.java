package dev.troupe.ssh;

import dev.troupe.process.WholeNumber;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// A machine that is reached over ssh, as its user writes it: `host`, `user@host:port`, `[::1]:2222`.
///
/// @param user empty if ssh's configuration decides
/// @param name a name, an address, or a `Host` of ssh's configuration; IPv6 addresses without brackets
/// @param port empty if ssh's configuration decides
/// @param terms what its node offers
public record Host(Optional<String> user, String name, OptionalInt port, NodeTerms terms) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9._-]+)?");
    private static final Pattern USER = Pattern.compile("[^\\s@:'\"-][^\\s:'\"]*");
    private static final int MOST_PORTS = 65_535;

    /// Parses `host` or `user@host:port`.
    ///
    /// @throws IllegalArgumentException whose message names the text, what is wrong with it and the next step
    public static Host of(String text) {
        return of(text, NodeTerms.DETECTED);
    }

    static Host of(String text, NodeTerms terms) {
        int at = text.lastIndexOf('@');
        Optional<String> user = at < 0 ? Optional.empty() : Optional.of(text.substring(0, at));
        user.filter(name -> !USER.matcher(name).matches()).ifPresent(name -> {
            throw new IllegalArgumentException("'" + text + "' has no user before the @; write user@host or host");
        });
        String place = text.substring(at + 1);
        return place.startsWith("[") ? inBrackets(text, user, place, terms) : plain(text, user, place, terms);
    }

    private static Host inBrackets(String text, Optional<String> user, String place, NodeTerms terms) {
        int end = place.indexOf(']');
        String address = end < 0 ? "" : place.substring(1, end);
        if (!IPV6.matcher(address).matches()) {
            throw new IllegalArgumentException("'" + text + "' has no IPv6 address between its brackets; write [::1] or [::1]:22");
        }
        String rest = place.substring(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(":")) {
            throw new IllegalArgumentException("'" + text + "' continues with '" + rest + "' after the bracket; write [::1]:22");
        }
        return new Host(user, address, rest.isEmpty() ? OptionalInt.empty() : OptionalInt.of(port(text, rest.substring(1))), terms);
    }

    private static Host plain(String text, Optional<String> user, String place, NodeTerms terms) {
        int colon = place.indexOf(':');
        if (colon >= 0 && place.indexOf(':', colon + 1) >= 0) {
            throw new IllegalArgumentException("'" + text + "' looks like an IPv6 address; write it in brackets: [" + place + "]");
        }
        String name = colon < 0 ? place : place.substring(0, colon);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a host; write host, user@host or user@host:port");
        }
        return new Host(user, name, colon < 0 ? OptionalInt.empty() : OptionalInt.of(port(text, place.substring(colon + 1))), terms);
    }

    private static int port(String text, String port) {
        try {
            int number = WholeNumber.of(port);
            if (number >= 1 && number <= MOST_PORTS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // answered below
        }
        throw new IllegalArgumentException("'" + text + "' has the port '" + port + "'; write a number from 1 to " + MOST_PORTS);
    }

    /// Hosts with the same key are the same machine, whoever logs in.
    String key() {
        return name.toLowerCase(Locale.ROOT) + (port.isPresent() ? " " + port.getAsInt() : "");
    }

    /// As it was written, without its terms.
    @Override
    public String toString() {
        String place = name.contains(":") ? "[" + name + "]" : name;
        return user.map(who -> who + "@").orElse("") + place + (port.isPresent() ? ":" + port.getAsInt() : "");
    }
}
