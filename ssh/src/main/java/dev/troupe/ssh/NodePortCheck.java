package dev.troupe.ssh;

import java.util.Optional;

/// Other machines connect to a node for objects and calls. If they cannot, these are relayed.
record NodePortCheck() implements Check {
    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("dialled").map(result -> result.equals("ok")
                ? Finding.ok("to node", "this machine reaches its ports")
                : Finding.warning("to node", "this machine does not reach its ports (" + result
                        + "): objects and calls take a slower way; open the ports in its firewall, and fix them with --worker-ports"));
    }
}
