package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Processes of one user have one token, and yet those of different runs do not link.
@Timeout(60)
class GroupTest {
    @TempDir
    static Path folder;

    @ParameterizedTest
    @EnumSource
    void processesOfDifferentRunsRefuseEachOtherByName(Way way) throws Exception {
        try (LinkLog log = new LinkLog();
                Peer a = new Peer(0, way.options().withGroup("shop.Main"));
                Peer b = new Peer(1, way.options().withGroup("café.Main"))) {
            Address at = b.listen(way.address(folder, "groups"));
            a.endpoint.dial(at);
            String words = "node 1 belongs to the run 'café.Main', node 0 to the run 'shop.Main'; give both the same --group to link them";
            assertEquals(words, a.awaitFailure(at, "belongs to"));
            String logged = log.lines.poll(20, TimeUnit.SECONDS);
            assertTrue(logged != null && logged.endsWith(words), logged);
            assertTrue(a.endpoint.links().isEmpty() && b.endpoint.links().isEmpty());
        }
    }

    @Test
    void aRunWithoutANameIsAnotherRunThanOneWithAName() throws Exception {
        try (LinkLog _ = new LinkLog(); Peer a = Peer.of(0); Peer b = new Peer(1, Peer.options().withGroup("b"))) {
            Address at = b.listen("mem://named");
            a.endpoint.dial(at);
            a.awaitFailure(at, "node 1 belongs to the run 'b', node 0 to a run without a name");
        }
    }

    @Test
    void processesOfOneRunLink() throws Exception {
        LinkOptions options = Peer.options().withGroup("g".repeat(LinkOptions.LONGEST_GROUP));
        try (Peer a = new Peer(0, options); Peer b = new Peer(1, options).texts(1)) {
            a.linkTo(b.listen("mem://same group")).send(1, Peer.bytes("hello"));
            assertEquals("hello", b.text());
        }
    }

    @Test
    void anotherTokenIsNotToldTheGroup() throws Exception {
        try (LinkLog _ = new LinkLog();
                Peer a = new Peer(0, Peer.options().withGroup("a"), Token.of("a token of somebody else"));
                Peer b = new Peer(1, Peer.options().withGroup("b"))) {
            Address at = b.listen("mem://token before group");
            a.endpoint.dial(at);
            a.awaitFailure(at, "a different token");
        }
    }

    @Test
    void aNameThatIsTooLongIsRefused() {
        LinkOptions options = LinkOptions.defaults();
        String long201 = "g".repeat(LinkOptions.LONGEST_GROUP + 1);
        String said = assertThrows(IllegalArgumentException.class, () -> options.withGroup(long201)).getMessage();
        assertTrue(said.endsWith("at most 200 bytes"), said);
    }
}
