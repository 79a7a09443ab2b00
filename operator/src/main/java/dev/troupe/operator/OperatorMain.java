package dev.troupe.operator;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.System.Logger.Level;
import java.util.List;

/// The operator as a process: it works until it is told to end, or must end to be started anew.
public final class OperatorMain {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private static final int MISUSED = 2;
    private static final int RETRIES = 3;

    private OperatorMain() {}

    static void main(String... arguments) {
        System.exit(run(List.of(arguments)));
    }

    /// The exit code: 0 is never given by itself, since an operator has no reason to end.
    private static int run(List<String> arguments) {
        OperatorSettings settings;
        try {
            settings = OperatorOptions.read(arguments, System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println("troupe: " + e.getMessage());
            return MISUSED;
        }
        try (KubernetesClient client = client(); Operator operator = Operator.start(settings, client)) {
            LOGGER.log(Level.INFO, "the operator looks after "
                    + settings.namespace().map(name -> "the namespace " + name).orElse("all namespaces") + " of " + client.getMasterUrl());
            Runtime.getRuntime().addShutdownHook(new Thread(operator::close, "troupe-operator-close"));
            System.err.println("troupe: the operator ends: " + operator.ended().join());
            return 1;
        } catch (OperatorException e) {
            System.err.println("troupe: " + e.getMessage());
            return 1;
        }
    }

    /// A call that fails is tried again with the next decision, so the client itself need not try for long.
    static KubernetesClient client() {
        Config config = new ConfigBuilder(Config.autoConfigure(null)).withRequestRetryBackoffLimit(RETRIES).build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
