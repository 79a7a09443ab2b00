package dev.troupe.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One object on the way to eight nodes at once, with and without nodes that die in the middle.
@Timeout(120)
class SwarmTest {
    private static final int PULLERS = 8;

    @TempDir
    Path folder;

    private static Future<?> pull(ExecutorService threads, TestNode node, ObjectName name, int bytes, long seed) {
        return threads.submit(() -> {
            node.pullAndCompare(name, bytes, seed);
            return null;
        });
    }

    private static void close(List<TestNode> nodes) throws Exception {
        for (TestNode node : nodes) {
            node.close();
        }
    }

    @Test
    void eightNodesExchangeWhatTheyHave() throws Exception {
        int bytes = 200 * TestNode.CHUNK;
        TestNode.Cluster cluster = new TestNode.Cluster(folder);
        List<TestNode> nodes = new ArrayList<>();
        try (TestNode origin = cluster.node(0); ExecutorService threads = Executors.newCachedThreadPool()) {
            ObjectName name = origin.put(bytes, 1);
            List<Future<?>> pulls = new ArrayList<>();
            for (int i = 1; i <= PULLERS; i++) {
                nodes.add(cluster.node(i));
                pulls.add(pull(threads, nodes.getLast(), name, bytes, 1));
            }
            for (Future<?> each : pulls) {
                each.get();
            }
            long relayed = nodes.stream().mapToLong(node -> node.transfers.stats().sent()).sum();
            assertTrue(relayed > bytes, () -> "only " + relayed + " bytes came from others than the origin");
            assertTrue(origin.transfers.stats().sent() + relayed >= (long) PULLERS * bytes);
        } finally {
            close(nodes);
        }
    }

    @Test
    void aCompleteCopyServesWhenTheOriginalIsLostInTheMiddle() throws Exception {
        int bytes = 400 * TestNode.CHUNK;
        TestNode.Cluster cluster = new TestNode.Cluster(folder);
        try (TestNode origin = cluster.node(0);
                TestNode first = cluster.node(1);
                TestNode second = cluster.node(2);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            ObjectName name = origin.put(bytes, 1);
            first.pullAndCompare(name, bytes, 1);
            Future<?> pull = pull(threads, second, name, bytes, 1);
            while (first.transfers.stats().sent() == 0 && !pull.isDone()) {
                Thread.onSpinWait();
            }
            origin.lose();
            pull.get();
        }
    }

    /// Whoever stays alive gets the object, or is told that it is lost.
    @Test
    void nodesDieInTheMiddle() throws Exception {
        Seeds.each(6, seed -> {
            Random random = new Random(seed);
            int bytes = (50 + random.nextInt(100)) * TestNode.CHUNK + random.nextInt(TestNode.CHUNK);
            boolean originDies = random.nextInt(3) == 0;
            TestNode.Cluster cluster = new TestNode.Cluster(folder.resolve("seed-" + seed));
            cluster.address = random.nextBoolean() ? "mem://swarm" : "tcp://127.0.0.1:0";
            List<TestNode> nodes = new ArrayList<>();
            try (TestNode origin = cluster.node(0); ExecutorService threads = Executors.newCachedThreadPool()) {
                ObjectName name = origin.put(bytes, seed);
                List<Future<?>> pulls = new ArrayList<>();
                for (int i = 1; i <= PULLERS; i++) {
                    nodes.add(cluster.node(i));
                    pulls.add(pull(threads, nodes.getLast(), name, bytes, seed));
                }
                int victims = 1 + random.nextInt(4);
                long mark = (long) (random.nextDouble() * 3 * bytes);
                while (origin.transfers.stats().sent() < Math.min(mark, bytes) && !pulls.getLast().isDone()) {
                    Thread.onSpinWait();
                }
                for (TestNode victim : nodes.subList(0, victims)) {
                    victim.kill();
                }
                if (originDies) {
                    origin.kill();
                }
                for (int i = victims; i < PULLERS; i++) {
                    check(pulls.get(i), originDies);
                }
                for (int i = 0; i < victims; i++) {
                    check(pulls.get(i), true);
                }
            } finally {
                close(nodes);
            }
        });
    }

    private static void check(Future<?> pull, boolean mayFail) throws Exception {
        try {
            pull.get();
        } catch (ExecutionException e) {
            assertTrue(mayFail && e.getCause() instanceof PullException, () -> "it should have arrived: " + e.getCause());
            assertEquals(PullException.Reason.LOST, ((PullException) e.getCause()).reason());
        }
    }
}
