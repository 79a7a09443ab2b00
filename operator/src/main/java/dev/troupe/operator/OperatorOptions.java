package dev.troupe.operator;

import dev.troupe.dijob.Cluster;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of an operator, and the variables its deployment sets.
final class OperatorOptions {
    static final String USAGE = """
            usage: troupe operator run [--namespace NAME] [--server-url URL] [--health-port PORT] [--no-leader-election]
              --namespace NAME       look after the jobs of this namespace only; default: all namespaces
              --server-url URL       where pods reach the server; default: https://di-server.NAMESPACE.svc.cluster.local:8081
              --health-port PORT     where /healthz and /readyz answer; default: 8080
              --no-leader-election   there is no other operator in this cluster
            TROUPE_NAMESPACE and TROUPE_POD say where the operator itself runs; default: di-system, and the name of the host""";

    private static final String OWN_NAMESPACE = "di-system";
    private static final int HEALTH_PORT = 8080;

    private final Deque<String> rest;
    private Optional<String> namespace = Optional.empty();
    private Optional<String> serverUrl = Optional.empty();
    private int healthPort = HEALTH_PORT;
    private boolean election = true;

    private OperatorOptions(List<String> arguments) {
        rest = new ArrayDeque<>(arguments);
    }

    /// Reads them.
    ///
    /// @throws IllegalArgumentException with a sentence for the user
    static OperatorSettings read(List<String> arguments, Map<String, String> variables) {
        OperatorOptions options = new OperatorOptions(arguments);
        while (!options.rest.isEmpty()) {
            options.next();
        }
        String own = variables.getOrDefault("TROUPE_NAMESPACE", OWN_NAMESPACE);
        Cluster usual = Cluster.USUAL;
        Cluster cluster = new Cluster(options.serverUrl.orElse("https://di-server." + own + "." + usual.domain() + ":8081"), usual.domain(),
                usual.gang(), usual.gangPatience(), usual.gangPause());
        String identity = variables.getOrDefault("TROUPE_POD", variables.getOrDefault("HOSTNAME", "di-operator"));
        return new OperatorSettings(options.namespace, cluster, Optional.empty(),
                options.election ? Optional.of(new OperatorSettings.Election(own, identity)) : Optional.empty(),
                Optional.of(options.healthPort));
    }

    private void next() {
        String option = rest.removeFirst();
        switch (option) {
            case "--namespace" -> namespace = Optional.of(value(option));
            case "--server-url" -> serverUrl = Optional.of(value(option));
            case "--health-port" -> healthPort = port(option, value(option));
            case "--no-leader-election" -> election = false;
            default -> throw new IllegalArgumentException(option + " is no option of the operator\n" + USAGE);
        }
    }

    private String value(String option) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(option + " needs a value\n" + USAGE);
        }
        return rest.removeFirst();
    }

    private static int port(String option, String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new IllegalArgumentException(option + " is '" + text + "': it must be a port, 0 to 65535");
        }
        return Integer.parseInt(text);
    }
}
