package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.KubeCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `/packages`: how code gets to the server, and from there to pods.
final class PackageApiTest {
    @TempDir
    private Path packages;
    private Desk desk;
    private final byte[] code = new byte[1_500_000];

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        desk = new Desk(packages);
        new Random(1).nextBytes(code);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private Desk.Reply put(String hash, byte[] bytes) throws Exception {
        return desk.send("PUT", "/packages/" + hash, BodyPublishers.ofByteArray(bytes), desk.token);
    }

    @Test
    void codeComesAndIsFetched() throws Exception {
        String hash = PackageStoreTest.hash(code);
        assertEquals("there is no package " + hash + ": submit the job again", desk.get("/packages/" + hash).refusal(404));
        assertEquals(404, desk.raw("HEAD", "/packages/" + hash).statusCode());
        put(hash, code).data();
        HttpResponse<byte[]> got = desk.raw("GET", "/packages/" + hash);
        assertEquals(List.of("application/octet-stream", Integer.toString(code.length)),
                List.of(got.headers().firstValue("Content-Type").orElse(""), got.headers().firstValue("Content-Length").orElse("")));
        assertArrayEquals(code, got.body());
        HttpResponse<byte[]> head = desk.raw("HEAD", "/packages/" + hash);
        assertEquals(List.of(200, Integer.toString(code.length)),
                List.of(head.statusCode(), head.headers().firstValue("Content-Length").orElse("")));
        put(hash, code).data();
        try (Desk second = new Desk(Desk.settings(packages), desk.namespace)) {
            assertArrayEquals(code, second.raw("GET", "/packages/" + hash).body(), "a server that is started anew has it");
        }
    }

    @Test
    void itMayComeInPiecesAndThroughAProxy() throws Exception {
        String hash = PackageStoreTest.hash(code);
        desk.send(HttpRequest.newBuilder(desk.uri("/packages/" + hash)).header(Access.TOKEN, desk.token)
                .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(code)))).data();
        assertArrayEquals(code, desk.raw("GET", "/packages/" + hash).body());
    }

    @Test
    void whatIsWrongIsNotKept() throws Exception {
        String hash = PackageStoreTest.hash(code);
        assertTrue(put(PackageStoreTest.hash(new byte[1]), code).refusal(400).contains(hash));
        assertTrue(put("abc", code).refusal(400).startsWith("'abc' is not the name of a package"));
        assertEquals(400, put("..%2f" + hash, code).status());
        byte[] large = new byte[(1 << 21) + 1];
        assertTrue(sent(PackageStoreTest.hash(large), large), "too large");
        assertEquals(501, desk.send("DELETE", "/packages/" + hash, "").status());
        assertEquals(404, desk.raw("GET", "/packages/" + hash).statusCode());
        try (var files = java.nio.file.Files.list(packages)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void uploadsThatHardlyMoveDoNotBlockOthers() throws Exception {
        try (ExecutorService slow = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> trickling = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(4);
            String other = desk.cluster.token(desk.cluster.namespace(), "default");
            for (String token : List.of(desk.token, desk.token, other, other)) {
                trickling.add(slow.submit(() -> trickle(token, 1, begun)));
            }
            begun.await();
            KubeCluster.await("four uploads are under way", () -> packages.toFile().list().length == 4);
            put(PackageStoreTest.hash(code), code).data();
            for (Future<Integer> one : trickling) {
                assertEquals(408, one.get());
            }
        }
    }

    @Test
    void oneCallerCannotTakeAllPlaces() throws Exception {
        String other = desk.cluster.token(desk.cluster.namespace(), "default");
        try (ExecutorService steady = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch begun = new CountDownLatch(4);
            List<Future<Integer>> uploads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                uploads.add(steady.submit(() -> trickle(other, 1_500, begun)));
            }
            begun.await();
            KubeCluster.await("two uploads are under way", () -> packages.toFile().list().length == 2);
            put(PackageStoreTest.hash(code), code).data();
            assertEquals(List.of(), uploads.stream().filter(Future::isDone).toList(), "the others went on meanwhile");
            uploads.forEach(upload -> upload.cancel(true));
        }
    }

    /// Sends some bytes now and then until it is answered, and returns the status.
    private int trickle(String token, int amount, CountDownLatch begun) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), desk.server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("PUT /packages/" + "0".repeat(64) + " HTTP/1.1\r\nHost: di-server\r\nContent-Length: 1000000\r\n"
                    + "Authorization: Bearer " + token + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            while (socket.getInputStream().available() == 0 && !Thread.interrupted()) {
                out.write(new byte[amount]);
                out.flush();
                begun.countDown();
                LockSupport.parkNanos(100_000_000);
            }
            if (socket.getInputStream().available() == 0) {
                return 0; // the server does not wait for it
            }
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 408".length());
            return Integer.parseInt(new String(line, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length()));
        }
    }

    /// Whether it is refused; the server may hang up before it has read everything.
    private boolean sent(String hash, byte[] bytes) throws Exception {
        try {
            return put(hash, bytes).refusal(413).startsWith("the package has more than");
        } catch (IOException e) {
            return true;
        }
    }
}
