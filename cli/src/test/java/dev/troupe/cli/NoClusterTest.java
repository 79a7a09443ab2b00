package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What users see when there is no cluster, or one that does not know DIJobs.
final class NoClusterTest {
    @TempDir
    Path directory;

    private Path kubeconfig(String url) throws IOException {
        return Files.writeString(directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """.formatted(url));
    }

    private static void assertOneLine(int exitCode, Said said, String... parts) {
        assertEquals(exitCode, said.exitCode(), said.toString());
        assertEquals(1, said.err().lines().count(), said.err());
        for (String part : parts) {
            assertTrue(said.err().contains(part), said.err());
        }
    }

    @Test
    void aKubeconfigThatIsNotThere() {
        assertOneLine(1, Said.by(new Troupe(), "get", "jobs", "--kubeconfig", "no/config"), "the kubeconfig no/config does not exist",
                "--kubeconfig FILE");
    }

    @Test
    void aListOfJobsTakesNoName() {
        assertOneLine(2, Said.by(new Troupe(), "get", "job", "h1"),
                "troupe get jobs: unexpected argument 'h1': this command lists all jobs; use 'troupe describe job h1' to see one");
    }

    @Test
    void aContextThatIsNotThere() throws IOException {
        String file = kubeconfig("http://127.0.0.1:1").toString();
        assertOneLine(1, Said.by(new Troupe(), "get", "jobs", "--kubeconfig", file, "--context", "other"), "no context 'other'; it has c");
    }

    @Test
    void nobodyAnswers() throws IOException {
        String file = kubeconfig("http://127.0.0.1:1").toString();
        var said = Said.by(new Troupe(), "get", "jobs", "--kubeconfig", file);
        assertOneLine(1, said, "troupe get jobs: no answer from http://127.0.0.1:1", "is the cluster running");
        assertTrue(Said.by(new Troupe(), "get", "jobs", "--debug", "--kubeconfig", file).err().contains("\tat "), "with --debug");
    }

    @Test
    void aClusterWithoutDIJobs() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = """
                    {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 404, "reason": "NotFound",
                     "message": "the server could not find the requested resource", "details": {}}
                    """.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String file = kubeconfig("http://127.0.0.1:" + server.getAddress().getPort()).toString();
            for (String[] command : new String[][]{{"get", "jobs"}, {"describe", "job", "x"}, {"kill", "x"}, {"logs", "-f", "x"}}) {
                var args = new java.util.ArrayList<>(java.util.List.of(command));
                args.addAll(java.util.List.of("--kubeconfig", file));
                assertOneLine(1, Said.by(new Troupe(), args.toArray(String[]::new)), "does not know DIJobs",
                        "troupe operator manifests | kubectl apply -f -");
            }
        } finally {
            server.stop(0);
        }
    }
}
