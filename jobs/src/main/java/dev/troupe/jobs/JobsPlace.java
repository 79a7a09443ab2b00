package dev.troupe.jobs;

import dev.troupe.dijob.Dns;
import java.nio.file.Path;
import java.util.Optional;

/// Where jobs run, as far as the user has specified it; the rest follows the usual rules of Kubernetes.
public record JobsPlace(Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    /// Nothing is specified.
    public static final JobsPlace USUAL = new JobsPlace(Optional.empty(), Optional.empty(), Optional.empty());

    public JobsPlace {
        if (namespace.isPresent() && !Dns.isLabel(namespace.get())) {
            throw new JobsException("the namespace is '" + namespace.get() + "': " + Dns.LABEL_RULE);
        }
    }
}
