package dev.troupe.kube;

import dev.troupe.jobs.JobsException;
import dev.troupe.jobs.JobsPlace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Selects cluster and user: from the file that the user named, else `KUBECONFIG`, else `~/.kube/config`, else the pod's own account.
public final class Kubeconfig {
    private static final Path IN_POD = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
    private static final int QUICK = 5_000;

    private Kubeconfig() {}

    /// Reads the environment and the user's files.
    ///
    /// @throws JobsException when no cluster is named, or what names it cannot be read
    public static Config of(JobsPlace place) {
        return of(place, System.getenv());
    }

    static Config of(JobsPlace place, Map<String, String> variables) {
        Path usual = Path.of(variables.getOrDefault("HOME", System.getProperty("user.home")), ".kube", "config");
        List<Path> files = files(place, variables, usual);
        if (files.isEmpty() && (variables.get("KUBERNETES_SERVICE_HOST") == null || !Files.exists(IN_POD))) {
            throw new JobsException("no cluster is configured: KUBECONFIG is not set and " + usual
                    + " does not exist; name the file of a cluster in KUBECONFIG or with --kubeconfig FILE");
        }
        Config config = files.isEmpty() ? Config.autoConfigure(null) : read(files, place.context().orElse(null));
        ConfigBuilder builder = new ConfigBuilder(config).withRequestRetryBackoffLimit(1).withConnectionTimeout(QUICK);
        place.namespace().ifPresent(builder::withNamespace);
        Config complete = builder.build();
        if (complete.getNamespace() == null || complete.getNamespace().isEmpty()) {
            complete.setNamespace("default");
        }
        return complete;
    }

    /// As in kubectl, several files of `KUBECONFIG` are merged, and missing ones are skipped.
    private static List<Path> files(JobsPlace place, Map<String, String> variables, Path usual) {
        if (place.kubeconfig().isPresent()) {
            return List.of(place.kubeconfig().get());
        }
        List<Path> named = Stream.of(variables.getOrDefault("KUBECONFIG", "").split(File.pathSeparator, -1))
                .filter(name -> !name.isBlank()).map(Path::of).toList();
        List<Path> there = Stream.concat(named.stream(), named.isEmpty() ? Stream.of(usual) : Stream.empty()).filter(Files::exists)
                .toList();
        return there.isEmpty() ? named : there;
    }

    private static Config read(List<Path> paths, String context) {
        String called = (paths.size() == 1 ? "the kubeconfig " : "the kubeconfigs ")
                + String.join(", ", paths.stream().map(Path::toString).toList());
        Config config = Config.empty();
        // The first to name something has the say.
        List<io.fabric8.kubernetes.api.model.Config> files = paths.stream().map(Kubeconfig::parse).toList();
        KubeConfigUtils.merge(config, context, files.toArray(io.fabric8.kubernetes.api.model.Config[]::new));
        if (context != null && config.getContexts().stream().noneMatch(known -> context.equals(known.getName()))) {
            throw new JobsException(called + " has no context '" + context + "'; it has "
                    + String.join(", ", config.getContexts().stream().map(known -> known.getName()).sorted().toList()));
        }
        if (config.getCurrentContext() == null) {
            throw new JobsException(called + " names no current context: choose one with --context NAME");
        }
        Impersonation.apply(config, files, called);
        return config;
    }

    private static io.fabric8.kubernetes.api.model.Config parse(Path path) {
        if (!Files.isReadable(path)) {
            throw new JobsException("the kubeconfig " + path + (Files.exists(path) ? " cannot be read" : " does not exist")
                    + ": name another with --kubeconfig FILE or KUBECONFIG");
        }
        if (Files.isDirectory(path)) {
            throw new JobsException("the kubeconfig " + path + " is a directory: name the file in it");
        }
        RuntimeException cause = null;
        try {
            var config = KubeConfigUtils.parseConfig(path.toFile());
            if (config != null) {
                return config;
            }
        } catch (RuntimeException e) { // it says what the parser makes of it in terms of classes
            cause = e;
        }
        throw new JobsException("the kubeconfig " + path + " is invalid: it must be YAML with clusters, users and contexts", cause);
    }
}
