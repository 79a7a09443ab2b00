package dev.troupe.cli;

import dev.troupe.jobs.JobsException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The `fetch` command: what an init container of `troupe launch` runs when the code is too large for a config map.
@Command(
        name = "fetch",
        hidden = true,
        description = "Download the code of a job from the operator's server and verify it. Pods run this command.",
        footer = {
                "",
                "Examples:",
                "  troupe fetch 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 /troupe/code/package.zip",
        })
final class Fetch extends ShellCommand implements Callable<Integer> {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int FAILED = 500;

    @Parameters(index = "0", paramLabel = "SHA256", description = "Checksum of the code.")
    private String sha256;

    @Parameters(index = "1", paramLabel = "FILE", description = "Write the code to this file.")
    private Path file;

    @Option(names = "--server", paramLabel = "URL", defaultValue = "${env:DI_SERVER_URL}",
            description = "URL of the server. Default: DI_SERVER_URL.")
    private String server;

    @Option(names = "--account", paramLabel = "DIRECTORY",
            description = "Read token and ca.crt from this directory. Default: that of the pod.")
    private Path account = OperatorServer.ACCOUNT;

    @Option(names = "--authority", paramLabel = "PEM", defaultValue = "${env:DI_SERVER_CA:-}",
            description = "Also trust these certificates, besides ca.crt. Default: DI_SERVER_CA.")
    private String authority;

    @Option(names = "--patience", paramLabel = "SECONDS", description = "Give up after this time. Default: 60.")
    private Duration patience = Duration.ofSeconds(60);

    @Override
    public Integer call() throws InterruptedException, IOException, GeneralSecurityException {
        if (server == null || server.isEmpty()) {
            throw new JobsException("DI_SERVER_URL is not set: run this in a pod of a DIJob, or name the server with --server");
        }
        OperatorServer operator = new OperatorServer(server, account, authority);
        String path = "/packages/" + sha256;
        URI uri = operator.at(path);
        HttpRequest.Builder request = operator.request(path).timeout(Duration.ofMinutes(10));
        long end = System.nanoTime() + patience.toNanos();
        try (HttpClient client = operator.client(CONNECT_TIMEOUT)) {
            while (true) {
                String why;
                try {
                    HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
                    try (InputStream body = answer.body()) {
                        if (answer.statusCode() == 200) {
                            keep(body, uri);
                            return 0;
                        }
                        why = "HTTP " + answer.statusCode() + ", "
                                + new String(body.readNBytes(300), StandardCharsets.UTF_8);
                        if (answer.statusCode() < FAILED) {
                            throw new JobsException("the code " + uri + " cannot be downloaded: " + why + "; launch the job again");
                        }
                    }
                } catch (IOException e) {
                    why = e.toString();
                }
                if (System.nanoTime() > end) {
                    throw new JobsException("no code from " + uri + " within " + patience.toSeconds() + " s: " + why
                            + "; is the operator's server running?");
                }
                Thread.sleep(Duration.ofSeconds(1));
            }
        }
    }

    private void keep(InputStream body, URI uri) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Path part = file.resolveSibling(file.getFileName() + ".part");
        if (file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        Files.copy(new DigestInputStream(body, digest), part, StandardCopyOption.REPLACE_EXISTING);
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(sha256)) {
            Files.delete(part);
            throw new JobsException(
                    "the code from " + uri + " has the SHA-256 " + found + ": it differs from what was uploaded; launch the job again");
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
