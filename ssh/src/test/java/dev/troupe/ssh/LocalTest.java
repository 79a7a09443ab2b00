package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What needs no other host.
final class LocalTest {
    @TempDir
    private Path folder;

    @Test
    void noMoreHostsAreWorkedOnAtOnceThanAllowed() {
        List<Host> hosts = IntStream.range(0, 12).mapToObj(i -> Host.of("host" + i)).toList();
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3); // passed only by three at once
        List<String> names = Fleet.onEach(hosts, 3, host -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                three.await(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            now.decrementAndGet();
            return host.name();
        });
        assertEquals(hosts.stream().map(Host::name).toList(), names);
        assertEquals(3, most.get());
    }

    @Test
    void thisMachineIsExamined() throws Exception {
        RemoteTroupe troupe = new RemoteTroupe("troupe", Optional.of(System.getProperty("java.home")));
        List<Finding> findings = new Doctor(troupe, "1.2.3", Optional.empty(), Duration.ofSeconds(60)).here();
        assertEquals(List.of("troupe", "java", "disk", "memory", "files", "port"), findings.stream().map(Finding::check).toList());
        assertTrue(findings.get(1).sentence().endsWith(" in " + System.getProperty("java.home")), findings::toString);

        try (ServerSocket head = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            findings = new Doctor(troupe, "1.2.3", Optional.of("127.0.0.1:" + head.getLocalPort()), Duration.ofSeconds(60)).here();
            assertEquals("reaches the head at 127.0.0.1:" + head.getLocalPort(), findings.getLast().sentence());
        }
        assertThrows(IllegalArgumentException.class, () -> new Doctor(troupe, "1.2.3", Optional.of("nowhere"), Duration.ZERO));
    }

    @Test
    void aCheckoutCopiesWhatItHasPackedAndADistributionPacksItself() throws Exception {
        Path checkout = Files.createDirectories(folder.resolve("checkout/target")).getParent();
        Files.writeString(checkout.resolve("pom.xml"), "");
        assertEquals(
                "there is no " + checkout.resolve("target/troupe-1.tar.gz") + " to copy; make it with: " + checkout.resolve("tools/dist"),
                assertThrows(HostException.class, () -> Distribution.of(checkout, "1")).getMessage());
        Path made = Files.writeString(checkout.resolve("target/troupe-1.tar.gz"), "packed");
        try (Distribution distribution = Distribution.of(checkout, "1")) {
            assertEquals(made, distribution.archive());
        }
        assertTrue(Files.exists(made));

        Path unpacked = Files.createDirectories(folder.resolve("my troupe/bin")).getParent();
        Files.writeString(unpacked.resolve("bin/troupe"), "#!/bin/sh");
        Path archive;
        try (Distribution distribution = Distribution.of(unpacked, "1")) {
            archive = distribution.archive();
            assertTrue(SshServer.run(List.of("tar", "-tzf", archive.toString())).contains("my troupe/bin/troupe\n"));
        }
        assertFalse(Files.exists(archive));
    }

    @Test
    void withoutAnybodyWhoStartsHeadsThereIsNone() throws Exception {
        LocalCluster missing = new LocalCluster.Missing();
        assertEquals(Optional.empty(), missing.running());
        assertEquals("this installation cannot start a head; unpack the distribution again",
                assertThrows(HostException.class, () -> missing.start(Optional.empty())).getMessage());
        missing.stop();
    }

    @Test
    void aFolderForTheDistributionIsOne() {
        assertEquals("a/b", new RemoteTroupe("~/a/b/", Optional.empty()).home());
        assertEquals("/", new RemoteTroupe("/", Optional.empty()).home());
        for (String wrong : List.of("", "~", "-rf", " ")) {
            assertThrows(IllegalArgumentException.class, () -> new RemoteTroupe(wrong, Optional.empty()), wrong);
        }
    }

    @Test
    void theTokenIsInNoText() {
        assertFalse(new Nodes.Start("a:1", "secret", List.of()).toString().contains("secret"));
    }
}
