package dev.troupe.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.troupe.link.LinkOptions;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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

        @Override
        public void room() {}
    }

    @BeforeEach
    void open() throws IOException {
        token = Files.writeString(directory.resolve("token"), "00".repeat(32));
    }

    private LinkedPeers peers(int process, News news) throws IOException {
        LinkedPeers peers = new LinkedPeers(process, Token.load(token), LinkOptions.defaults(),
                Values.with(LinkedPeersTest.class.getClassLoader()), () -> null, (other, found) -> found.accept(socket(other)),
                Receivers.none(), news);
        peers.listen(socket(process));
        return peers;
    }

    private Address socket(int process) {
        return Address.parse("ipc://" + directory.resolve(process + ".sock"));
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
