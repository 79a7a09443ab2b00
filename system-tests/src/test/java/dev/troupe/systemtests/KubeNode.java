package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.troupe.kube.KubeTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;

/// A Kubernetes of one node that runs real pods of our image, installed as a user does it, with two GPUs that are none. Needs root;
/// without it tests are skipped, and fail where the variable CI is set.
final class KubeNode implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(100);

    private final KubeTool tool;
    private final Path folder;
    private final List<String> enter;
    private final String name;

    private KubeNode(KubeTool tool) throws IOException {
        this.tool = tool;
        folder = Path.of(value("folder"));
        enter = List.of(value("enter").split(" ", -1));
        name = value("node");
    }

    private String value(String name) throws IOException {
        return tool.line().substring(name.length() + 1);
    }

    /// With the operator installed.
    static KubeNode start(Path image) throws IOException {
        var node = bare(image);
        try {
            node.create(node.manifests());
            node.awaitOperator();
            return node;
        } catch (IOException | RuntimeException | AssertionError e) {
            node.close();
            throw e;
        }
    }

    /// Without an operator.
    static KubeNode bare(Path image) throws IOException {
        if (!"root".equals(System.getProperty("user.name"))) {
            var message = "real pods need root";
            if (System.getenv("CI") != null) throw new IOException(message);
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        var tool = KubeTool.start("node", Map.of(), image.toString());
        try {
            var node = new KubeNode(tool);
            node.addGpus();
            return node;
        } catch (IOException | RuntimeException | AssertionError e) {
            tool.close();
            throw e;
        }
    }

    /// Only counted, so any machine has them. Without the version, since the node itself writes its status all the time.
    private void addGpus() throws IOException {
        var status = kubectl("get", "node", name, "-o", "json").replaceFirst("\"resourceVersion\": \"\\d+\",", "")
                .replaceFirst("\"capacity\": \\{", "$0\"nvidia.com/gpu\": \"2\",");
        send(status, "replace", "--raw", "/api/v1/nodes/" + name + "/status");
    }

    /// What a user installs the operator with.
    String manifests() throws IOException {
        return said(Shell.ROOT.resolve("bin/troupe").toString(), "operator", "manifests");
    }

    /// Until the operator that was installed last works.
    void awaitOperator() throws IOException {
        kubectl("-n", "di-system", "rollout", "status", "deployment/troupe-operator", "--timeout=" + LONG.toSeconds() + "s");
    }

    /// A command in the network of the node, for an administrator.
    private ProcessBuilder builder(String... words) {
        var command = new ArrayList<>(enter);
        command.addAll(Arrays.asList(words));
        var builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", folder.resolve("admin.kubeconfig").toString());
        return builder;
    }

    /// An administrator's, with another token in it.
    String kubeconfig(String token) throws IOException {
        return Files.readString(folder.resolve("admin.kubeconfig")).replaceAll("token: \\w+", "token: " + token);
    }

    String kubectl(String... arguments) throws IOException {
        var words = new ArrayList<>(List.of(folder.resolve("kubectl").toString()));
        words.addAll(Arrays.asList(arguments));
        return said(words.toArray(String[]::new));
    }

    /// What a command prints there; fails when it does.
    String said(String... words) throws IOException {
        var process = builder(words).redirectErrorStream(true).start();
        process.outputWriter(UTF_8).close();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.onExit().join().exitValue() != 0) throw new AssertionError(String.join(" ", words) + ": " + said);
        return said;
    }

    /// What a folder holds as the node sees it.
    List<String> names(String folder) throws IOException {
        var words = new ArrayList<>(enter.subList(0, enter.indexOf("--net")));
        words.addAll(List.of("--mount", "ls", folder));
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    }

    void create(String manifest) throws IOException {
        send(manifest, "create");
    }

    /// A command of kubectl that reads a file.
    void send(String text, String... command) throws IOException {
        var file = Files.createTempFile("manifest", ".yaml");
        Files.writeString(file, text);
        var words = new ArrayList<>(Arrays.asList(command));
        words.addAll(List.of("-f", file.toString()));
        kubectl(words.toArray(String[]::new));
        Files.delete(file);
    }

    /// How a job ended.
    String ended(String job) throws IOException {
        return await(phase -> phase.matches("Succeeded|Failed"), "get", "dijob", job, "-o", "jsonpath={.status.phase}");
    }

    void awaitRunning(String job, int pods) throws IOException {
        await(("Running " + pods + " " + pods)::equals, "get", "dijob", job, "-o",
                "jsonpath={.status.phase} {.status.readyReplicas} {.status.replicas}");
    }

    String uid(String pod) throws IOException {
        return kubectl("get", "pod", pod, "-o", "jsonpath={.metadata.uid}");
    }

    String logs(String pod) {
        try {
            return kubectl("logs", pod);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Asks again and again.
    String await(Predicate<String> good, String... arguments) throws IOException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (true) {
            var said = kubectl(arguments);
            if (good.test(said)) return said;
            if (System.nanoTime() > deadline) {
                throw new AssertionError(String.join(" ", arguments) + ": " + said + "\n" + state());
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
    }

    /// For whoever reads that something has not happened. In short: there may be many large pods.
    private String state() throws IOException {
        return kubectl("get", "dijobs,pods", "-A", "-o", "wide") + kubectl("get", "events", "-A", "--sort-by=.lastTimestamp");
    }

    @Override
    public void close() {
        tool.close();
    }
}
