package dev.troupe.node;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/// Downloads a file from a web server.
final class Download {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private Download() {}

    /// Has no time limit; interrupt the thread to stop it.
    ///
    /// @throws IOException whose message continues a sentence that begins with the address
    static void fetch(URI from, Path to) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NORMAL).build();
        try {
            HttpResponse<Path> response = client.sendAsync(HttpRequest.newBuilder(from).build(), HttpResponse.BodyHandlers.ofFile(to))
                    .get();
            if (response.statusCode() != 200) {
                throw new IOException("could not be fetched: the server answered " + response.statusCode() + "; check the address");
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("could not be fetched: " + e.getMessage(), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException("could not be fetched (" + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause
                    .getMessage()) + "): check the address, and that this machine reaches it", e);
        } finally {
            client.shutdownNow();
        }
    }
}
