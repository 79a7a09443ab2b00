package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whoever sends on an idle link writes by himself, but is never caught in a write.
@Timeout(60)
class CallerWriteTest {
    /// More tiny writes than the kernel keeps of a Unix socket, and fewer bytes than a careless count of them would allow.
    private static final int MESSAGES = 1000;
    /// Further apart than the messages of a burst, which are left to the writer thread.
    private static final long APART_NANOS = 300_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Way.class)
    void noCallerIsCaughtInAWriteDuringACut(Way way) throws Exception {
        try (Peer b = new Peer(1, way.options()).texts(1);
                Proxy proxy = new Proxy(Address.parse(way.address(folder, "caller-proxy")), b.listen(way.address(folder, "caller")));
                Peer a = new Peer(0, way.options())) {
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.stall(true);
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    assertTrue(link.offer(1, Peer.bytes("x")));
                    LockSupport.parkNanos(APART_NANOS);
                }
            });
            proxy.stall(false);
            for (int i = 0; i < MESSAGES; i++) {
                assertEquals("x", b.text());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TCP", "IPC", "MEM"})
    void whatIsAdmittedIsTakenAlthoughNobodyReads(Way way) throws Exception {
        Address on = Address.parse(way.address(folder, "unread"));
        Transport transport = Transports.find(on);
        TransportOptions options = new TransportOptions(new Identity(0, 1), Peer.TOKEN, Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES);
        for (int size : new int[]{1, 100, 8_000}) {
            try (Acceptor acceptor = transport.listen(on, options); Connection writing = transport.dial(acceptor.address(), options)) {
                InFlight inFlight = new InFlight(writing.room());
                assertTrue(inFlight.admits(size));
                assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
                    for (long end = size; inFlight.admits(size); end += size) {
                        writing.write(ByteBuffer.allocate(size));
                        inFlight.wrote(size, end);
                    }
                });
            }
        }
    }
}
