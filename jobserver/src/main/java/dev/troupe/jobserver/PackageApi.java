package dev.troupe.jobserver;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.time.Duration;

/// `/packages/<sha256>`: `PUT` stores the bytes in the body as a package, `GET` and `HEAD` return it. Everybody whose token the API server
/// accepts may do both. Nobody can name a package without knowing its content.
///
/// A request through the API server's service proxy has its token in `X-Troupe-Token`, because the proxy removes `Authorization`.
final class PackageApi {
    private static final int TOO_SLOW = 408;
    private static final int BUSY = 503;
    /// Longer than a stalled upload may keep its place, and shorter than the idle timeout of a connection.
    private static final Duration TURN = PackageStore.WHILE.plusSeconds(10);

    private final PackageStore store;
    private final UploadPlaces places = new UploadPlaces();

    PackageApi(PackageStore store) {
        this.store = store;
    }

    Answer put(Context request, Caller caller) throws IOException {
        String hash = hash(request);
        String sender = caller instanceof Caller.Anybody ? request.ip() : caller.name();
        await(request, sender);
        try {
            store.put(hash, request.req().getInputStream());
        } catch (PackageStore.NotAsAnnounced e) {
            throw new Refusal(Refusal.MALFORMED, e.getMessage());
        } catch (PackageStore.TooLarge e) {
            throw new Refusal(Refusal.TOO_LARGE, e.getMessage());
        } catch (PackageStore.TooSlow e) {
            throw new Refusal(TOO_SLOW, e.getMessage());
        } finally {
            places.giveBack(sender);
        }
        JobFinder.LOG.log(System.Logger.Level.INFO, "package {0} received from {1}", hash, caller.name());
        return new Answer("the package is stored", null);
    }

    /// Waits for a place among the uploads.
    private void await(Context request, String sender) {
        try {
            if (places.take(sender, TURN)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is stopping
        }
        request.header("Connection", "close"); // the rest of the request is not read
        throw new Refusal(BUSY, "there are " + UploadPlaces.ALL + " uploads in progress, or " + UploadPlaces.EACH + " from " + sender
                + ": try again later");
    }

    void get(Context request) throws IOException {
        String hash = hash(request);
        PackageStore.Opened opened = store.open(hash)
                .orElseThrow(() -> new Refusal(Refusal.NOT_FOUND, "there is no package " + hash + ": submit the job again"));
        request.contentType("application/octet-stream");
        request.res().setContentLengthLong(opened.length());
        try (var stream = opened.stream()) {
            if (request.method().equals(HandlerType.GET)) {
                stream.transferTo(request.res().getOutputStream());
            }
        }
    }

    private static String hash(Context request) {
        String hash = request.pathParam("hash");
        if (!PackageStore.isHash(hash)) {
            throw new Refusal(Refusal.MALFORMED,
                    "'" + hash + "' is not the name of a package: it must be a SHA-256, as 64 digits 0-9 and a-f");
        }
        return hash;
    }
}
