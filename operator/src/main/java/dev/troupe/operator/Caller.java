package dev.troupe.operator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who sent a request, as the API server knows them.
record Caller(String user, String uid, List<String> groups, Map<String, List<String>> extra) {
    private static final Pattern SERVICE_ACCOUNT = Pattern.compile("system:serviceaccount:([^:]+):[^:]+");

    /// Anybody, where nobody is checked.
    static final Caller ANYBODY = new Caller("", "", List.of(), Map.of());

    Caller {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// The namespace of a service account; none for people.
    Optional<String> namespace() {
        Matcher matcher = SERVICE_ACCOUNT.matcher(user);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
