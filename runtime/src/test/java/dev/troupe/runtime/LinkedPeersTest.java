package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.troupe.link.Token;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two processes that find each other by their sockets.
@Timeout(60)
final class LinkedPeersTest {
    @TempDir
    private Path directory;
    private Path token;
    private ObjectStore store;
    private Engine engine;

    /// What one of them hears of the other.
    private static final class News implements LinkedPeers.Watcher {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @Override
        public void up(Peer peer) {
            heard.add(peer.process() + " is up");
        }

        @Override
        public void lost(int process, String why) {
            heard.add(process + " is lost");
        }
    }

    @BeforeEach
    void open() throws IOException {
        token = Files.writeString(directory.resolve("token"), "00".repeat(32));
        store = ObjectStore.open(directory, "test", 1 << 20, directory);
        ClassLoader loader = LinkedPeersTest.class.getClassLoader();
        engine = new Engine(new Self(1, 1, 1, "localhost", "test", List.of(), loader, Values.with(loader)),
                new ListeningOffice(_ -> {}), _ -> null, new LocalSpace(store, 1), RunningTasks.UNNOTED);
    }

    @AfterEach
    void close() throws IOException {
        engine.close();
        store.close();
    }

    private LinkedPeers peers(int process, News news) throws IOException {
        return new LinkedPeers(process, Token.load(token), Values.with(LinkedPeersTest.class.getClassLoader()), () -> engine,
                other -> WorkerSession.address(directory, other), (_, _) -> {}, news);
    }

    @Test
    void oneThatIsGoneIsNotTakenForNewWhenItsLinkComesLate() throws Exception {
        News ofOne = new News();
        News ofTwo = new News();
        try (LinkedPeers one = peers(1, ofOne); LinkedPeers two = peers(2, ofTwo)) {
            one.forget(2, "it was killed");
            two.of(1);
            assertEquals("1 is up", ofTwo.heard.poll(30, TimeUnit.SECONDS));
            assertEquals("1 is lost", ofTwo.heard.poll(30, TimeUnit.SECONDS));
            assertNull(one.of(2));
            assertFalse(one.all().iterator().hasNext());
            assertFalse(ofOne.heard.contains("2 is up"));
        }
    }
}
