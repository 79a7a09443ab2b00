package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a stranger learns when it is refused, and what of a stranger's refusal is believed.
@Timeout(60)
class RefusalTest {
    private static final TransportOptions STRANGER = new TransportOptions(new Identity(7, 1), Token.of("the token of a stranger"),
            Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES);

    @TempDir
    Path folder;

    @Test
    void aStrangerLearnsTheReasonsCodeAndNothingElse() throws Exception {
        Path file = Files.writeString(folder.resolve("where-the-token-lies"), "a token for one test\n");
        try (LinkLog log = new LinkLog(); Peer victim = new Peer(0, Peer.options().withGroup("a.secret.Main"), Token.load(file))) {
            Address at = victim.listen("mem://refuses strangers");
            Connection connection = Transports.find(at).dial(at, STRANGER);
            Mutations mutations = new Mutations(1);
            connection.write(mutations.hello(7));
            assertEquals(Frame.CHALLENGE, frame(connection)[0]);
            connection.write(mutations.proof());
            assertArrayEquals(new byte[]{Frame.REFUSED, RefusedException.Reason.TOKEN.code()}, frame(connection));
            assertEquals(-1, connection.read(ByteBuffer.allocate(1)));
            String logged = log.lines.poll(20, TimeUnit.SECONDS);
            assertTrue(
                    logged != null && logged.contains("node 7 at mem://refuses strangers has a different token than node 0; copy " + file),
                    logged);
        }
    }

    private static byte[] frame(Connection connection) throws IOException {
        byte[] frame = new byte[fill(connection, 4).getInt()];
        fill(connection, frame.length).get(frame);
        return frame;
    }

    private static ByteBuffer fill(Connection connection, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            assertTrue(connection.read(bytes) > 0, "the connection ended");
        }
        return bytes.flip();
    }

    @Test
    void aRefusalOfAStrangerEndsNoSession() throws Exception {
        Address on = Address.parse("mem://a stranger who refuses");
        byte[] sessionOver = {RefusedException.Reason.SESSION_OVER.code()};
        try (Acceptor acceptor = Transports.find(on).listen(on, STRANGER); Peer victim = Peer.of(0)) {
            victim.endpoint.dial(on);
            for (byte[] proof : new byte[][]{{}, new byte[Proof.SIZE]}) {
                try (Connection connection = acceptor.accept()) {
                    frame(connection);
                    connection.write(new Mutations(1).introduction(Frame.CHALLENGE, 7));
                    assertEquals(Frame.PROOF, frame(connection)[0]);
                    connection.write(ByteBuffer.allocate(6 + proof.length).putInt(2 + proof.length).put(Frame.REFUSED).put(sessionOver)
                            .put(proof).flip());
                    victim.awaitFailure(on, "it rejected the connection without proving that it knows the token");
                }
            }
        }
    }
}
