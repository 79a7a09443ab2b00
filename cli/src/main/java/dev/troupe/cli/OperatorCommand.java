package dev.troupe.cli;

import dev.troupe.jobs.Installation;
import dev.troupe.jobs.OperatorProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// The `operator` command: what a cluster needs to run DIJobs.
@Command(
        name = "operator",
        description = "Install or run the operator that a Kubernetes cluster needs for jobs.",
        subcommands = {OperatorCommand.Manifests.class, OperatorCommand.Run.class},
        footer = {
                "",
                "Examples:",
                "  Install the operator in the cluster of your kubeconfig:",
                "    troupe operator manifests | kubectl apply -f -",
        })
final class OperatorCommand extends CommandGroup {
    OperatorCommand() {
        super("say what to do: 'troupe operator manifests' or 'troupe operator run'");
    }

    /// `troupe operator manifests`.
    @Command(
            name = "manifests",
            description = "Print the manifests to apply to a cluster: namespace, definitions, permissions, deployment and service.",
            sortOptions = false,
            footer = {
                    "",
                    "Examples:",
                    "  troupe operator manifests | kubectl apply -f -",
                    "  troupe operator manifests --replicas 2 --packages-claim di-packages | kubectl apply -f -",
                    "  troupe operator manifests --image registry.example/troupe:1 | kubectl apply -f -",
                    "  troupe operator manifests --fair-sharing --arg=--watch=games | kubectl apply -f -",
            })
    static final class Manifests extends ShellCommand implements Callable<Integer> {
        @Option(names = "--namespace", paramLabel = "NAME", description = "Run the operator in this namespace. Default: ${DEFAULT-VALUE}.")
        private String namespace = Installation.USUAL.namespace();

        @Option(names = "--image", paramLabel = "IMAGE",
                description = "Use this image, which must contain troupe. Default: ${DEFAULT-VALUE}.")
        private String image = Installation.USUAL.image();

        @Option(names = "--replicas", paramLabel = "N",
                description = "Run this many pods of the operator: one is active, the others are on standby. Default: ${DEFAULT-VALUE}.")
        private int replicas = Installation.USUAL.replicas();

        @Option(names = "--packages-claim", paramLabel = "NAME",
                description = "Store code that is too large for a config map in this volume claim. More than one replica needs it, with access "
                        + "mode ReadWriteMany. Default: none; such code is then lost when the operator's pod is replaced.")
        private Optional<String> packagesClaim = Optional.empty();

        @Option(names = "--cel", description = "Let the API server also check combinations of fields (Kubernetes 1.25 and newer).")
        private boolean cel;

        @Option(names = "--fair-sharing",
                description = "Let preemptible jobs with minReplicas and maxReplicas grow while there is room, and shrink while others wait.")
        private boolean fairSharing;

        @Option(names = "--server-tls", paramLabel = "SECRET",
                description = "Take the key pair of the server from this secret of type kubernetes.io/tls in the operator's namespace. "
                        + "Default: none; the server uses plain HTTP.")
        private Optional<String> serverTls = Optional.empty();

        @Option(names = "--memory", paramLabel = "AMOUNT",
                description = "Give the operator's container this much memory, half of it for the heap. Default: ${DEFAULT-VALUE}.")
        private String memory = Installation.USUAL.habits().memory();

        @Option(names = "--service-monitor",
                description = "Let Prometheus read the operator's metrics. The Prometheus operator must be installed.")
        private boolean serviceMonitor;

        @Option(names = "--arg", paramLabel = "OPTION",
                description = "Pass an option to 'troupe operator run', e.g. --arg=--watch=games; may be repeated.")
        private List<String> arguments = List.of();

        @Override
        public Integer call() {
            Installation installation;
            try {
                installation = new Installation(namespace, image, replicas, packagesClaim, cel,
                        new Installation.Habits(fairSharing, serverTls, arguments, memory, serviceMonitor));
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage(), e);
            }
            var out = out();
            out.print(installation.manifests());
            out.flush();
            return 0;
        }
    }

    /// `troupe operator run`: its options are the operator's own.
    @Command(name = "run", description = "Run the operator until it is stopped. 'troupe operator run --help' lists its options.")
    static final class Run implements Callable<Integer> {
        @Unmatched
        private List<String> arguments = new ArrayList<>();

        @Override
        public Integer call() {
            return OperatorProgram.found().run(arguments.toArray(String[]::new));
        }
    }
}
