package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Option;

/// The options of every command that talks to a cluster.
final class ClusterOptions {
    /// The logger of the Kubernetes client. It is kept here, because the level of an unreferenced logger is lost.
    private static final Logger CLIENT = Logger.getLogger("io.fabric8");

    @Option(names = "--namespace", paramLabel = "NAME", description = "Use this namespace. Default: that of the kubeconfig's context.")
    String namespace;

    @Option(names = "--kubeconfig", paramLabel = "FILE",
            description = "Read cluster and credentials from this file. Default: KUBECONFIG, else ~/.kube/config, else the pod's own account.")
    Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "Use this context of the kubeconfig. Default: its current context.")
    String context;

    @Option(names = Shell.DEBUG, description = "Print the stack traces of errors, and the requests to the cluster.")
    boolean debug;

    /// What the kubeconfig names, once connected.
    private String usual = "";

    Jobs connect() {
        CLIENT.setLevel(debug ? Level.FINE : Level.OFF);
        Jobs jobs = Jobs.at(new JobsPlace(Optional.ofNullable(kubeconfig), Optional.ofNullable(context), Optional.ofNullable(namespace)));
        usual = namespace == null ? jobs.namespace() : "";
        return jobs;
    }

    /// A command to type next, for the same cluster.
    String command(String words, JobKey job) {
        List<String> command = new ArrayList<>(List.of("troupe", words));
        if (kubeconfig != null) command.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        if (context != null) command.addAll(List.of("--context", context));
        if (!job.namespace().equals(usual)) command.addAll(List.of("--namespace", job.namespace()));
        command.add(job.name());
        return String.join(" ", command);
    }
}
