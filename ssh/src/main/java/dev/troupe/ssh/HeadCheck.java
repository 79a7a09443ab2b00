package dev.troupe.ssh;

import java.util.Optional;

/// A node connects to its head.
record HeadCheck(HeadAddress head) implements Check {
    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("dial").map(result -> switch (result) {
            case "ok" -> Finding.ok("to head", "reaches the head at " + head);
            case "unknown" ->
                    Finding.warning("to head", "whether it reaches the head at " + head + " could not be tried; install bash or nc there");
            default -> Finding.problem("to head", "does not reach the head at " + head + " (" + reason(result)
                    + "); open port " + head.port() + " in the firewall, or name another address of this machine with --head-address");
        });
    }

    private static String reason(String result) {
        String reason = result.replaceFirst("^failed:\\s*", "");
        return reason.isEmpty() ? "no answer" : reason;
    }
}
