package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.redis.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `--mq-type redis` with a real Redis.
final class RedisTest {
    private static RedisServer redis;

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @BeforeAll
    static void startRedis() throws IOException {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() throws IOException {
        if (redis != null) redis.close();
    }

    @Test
    void theGreetingOfTheReadmeGoesThroughRedis() throws Exception {
        var ended = ditask.run("--package", Shell.ROOT.resolve("examples/target/classes"), "--main", "dev.troupe.examples.Hello.play",
                "--parallel-workers", "2", "--mq-type", "redis", "--redis-host", "127.0.0.1", "--redis-port", redis.port()).ok();
        assertEquals(List.of("[0] Get msg: Hi"), ended.out());
        assertTrue(says("INFO commandstats").contains("cmdstat_xadd"), "it went through this Redis");
        assertNothingIsLeft();
    }

    @Test
    void thousandsOfEventsComeInOrderAndNothingIsLeftInRedis() throws Exception {
        var ended = play("exchange", "--parallel-workers", "2", "5000", "100").ok();
        for (int node = 0; node < 2; node++) assertTrue(ended.of(node).contains("all 5000 in order"), ended::toString);
        assertNothingIsLeft();
    }

    @Test
    void nobodyListensOnAPort() throws Exception {
        var ended = play("about", "--parallel-workers", "2").ok();
        assertEquals(List.of("[]", "[]"), List.of(ended.of(0, "listens"), ended.of(1, "listens")));
        assertEquals(List.of("[1]", "[0]"), List.of(ended.of(0, "met"), ended.of(1, "met")));
    }

    @Test
    void groupsOnOneServerDoNotSeeEachOther() throws Exception {
        try (var ours = ditask.startPlay("about", "--mq-type", "redis", "--redis-host", "127.0.0.1", "--redis-port", redis.port(),
                "--group",
                "ours", "1")) {
            ours.awaitLine("listens");
            // The same node ids and the same server: in one group they could not both be there.
            assertEquals("[1]", play("about", "--parallel-workers", "2", "--group", "theirs").ok().of(0, "met"));
            var late = play("about", "--node-ids", "1", "--attach-to", "0", "--group", "ours", "1").ok();
            assertEquals("[0]", late.of(1, "met"));
            assertEquals("[1]", ours.ended().ok().of(0, "met"));
        }
    }

    private Ended play(String method, Object... options) throws IOException, InterruptedException {
        var all = new java.util.ArrayList<Object>(List.of("--mq-type", "redis", "--redis-host", "127.0.0.1", "--redis-port", redis.port()));
        all.addAll(List.of(options));
        return ditask.play(method, all.toArray());
    }

    /// A farewell that the other side did not read stays for five seconds; what a process left that ended in the middle of a
    /// call or a farewell, for thirty.
    private static void assertNothingIsLeft() throws IOException {
        long deadline = System.nanoTime() + 45_000_000_000L;
        while (!says("DBSIZE").equals(":0")) {
            assertTrue(System.nanoTime() < deadline, says("DBSIZE") + " keys are left");
            LockSupport.parkNanos(50_000_000);
        }
    }

    /// What Redis answers: a line, or the text that such a line announces.
    private static String says(String command) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            var line = in.readLine();
            if (!line.startsWith("$")) return line;
            var text = new char[Integer.parseInt(line.substring(1))];
            for (int read = 0; read < text.length;) read += in.read(text, read, text.length - read);
            return new String(text);
        }
    }
}
