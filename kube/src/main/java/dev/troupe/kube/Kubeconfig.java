package dev.troupe.kube;

import dev.troupe.dijob.JobsException;
import dev.troupe.dijob.JobsPlace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Which cluster, as whom: what the user named, else `KUBECONFIG`, else `~/.kube/config`, else the pod we are in.
final class Kubeconfig {
    private static final Path IN_POD = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
    private static final int QUICK = 5_000;

    private Kubeconfig() {}

    static Config of(JobsPlace place) {
        return of(place, System.getenv(), Path.of(System.getProperty("user.home")));
    }

    static Config of(JobsPlace place, Map<String, String> variables, Path home) {
        Optional<Path> file = file(place, variables, home);
        if (file.isEmpty() && (variables.get("KUBERNETES_SERVICE_HOST") == null || !Files.exists(IN_POD))) {
            throw new JobsException("no cluster is configured: KUBECONFIG is not set and " + home.resolve(".kube").resolve("config")
                    + " is not there; name the file of a cluster with --kubeconfig FILE");
        }
        Config config = file.map(path -> read(path, place.context().orElse(null))).orElseGet(() -> Config.autoConfigure(null));
        ConfigBuilder builder = new ConfigBuilder(config).withRequestRetryBackoffLimit(1).withConnectionTimeout(QUICK);
        place.namespace().ifPresent(builder::withNamespace);
        Config complete = builder.build();
        if (complete.getNamespace() == null || complete.getNamespace().isEmpty()) {
            complete.setNamespace("default");
        }
        return complete;
    }

    private static Optional<Path> file(JobsPlace place, Map<String, String> variables, Path home) {
        if (place.kubeconfig().isPresent()) {
            return place.kubeconfig();
        }
        String list = variables.getOrDefault("KUBECONFIG", "");
        if (!list.isBlank()) {
            // The first that is there has the say; kubectl merges them, hardly anybody relies on it.
            return Stream.of(list.split(File.pathSeparator)).map(Path::of).filter(Files::exists).findFirst()
                    .or(() -> Optional.of(Path.of(list)));
        }
        return Optional.of(home.resolve(".kube").resolve("config")).filter(Files::exists);
    }

    private static Config read(Path path, String context) {
        if (!Files.isReadable(path)) {
            throw new JobsException("the kubeconfig " + path + (Files.exists(path) ? " cannot be read" : " is not there")
                    + ": name another with --kubeconfig FILE or KUBECONFIG");
        }
        Config config;
        try {
            config = Config.fromKubeconfig(context, path.toFile());
        } catch (RuntimeException e) {
            throw new JobsException("the kubeconfig " + path + " is not one: " + firstLine(e), e);
        }
        if (context != null && config.getContexts().stream().noneMatch(known -> context.equals(known.getName()))) {
            throw new JobsException("the kubeconfig " + path + " has no context '" + context + "'; it has "
                    + String.join(", ", config.getContexts().stream().map(known -> known.getName()).toList()));
        }
        if (config.getCurrentContext() == null) {
            throw new JobsException("the kubeconfig " + path + " names no current context: choose one with --context NAME");
        }
        return config;
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
