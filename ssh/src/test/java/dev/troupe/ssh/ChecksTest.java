package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What each check says about what a probe has found.
final class ChecksTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_000_000);

    private static Facts facts(String... lines) {
        return Facts.of(Stream.of(lines).map(line -> Probe.MARK + line).toList(), NOW, NOW.plusSeconds(1));
    }

    private static String finding(Check check, String... lines) {
        return check.of(facts(lines)).map(finding -> finding.verdict() + ": " + finding.sentence()).orElse("nothing");
    }

    @Test
    void linesOfOthersAreSkipped() {
        assertEquals(Optional.empty(), Facts.of(List.of("files=3", "Welcome to host = 7", "troupe-probe:"), NOW, NOW).one("files"));
    }

    @Test
    void java() {
        assertEquals("ok: Java 25.0.1 in /b", finding(new JavaCheck(25), "java=17.0.2 /a", "java=25.0.1 /b"));
        assertEquals(
                "problem: there is no Java 25, only Java 17.0.2 in /a; install one (apt install temurin-25-jdk or openjdk-25-jdk), or unpack "
                        + "one and name its folder with --java-home",
                finding(new JavaCheck(25), "java=17.0.2 /a", "java= /broken").replace(", Java  in /broken", ""));
        assertEquals("problem: there is no Java 25 in /opt; give another folder with --java-home",
                finding(new JavaCheck(25), "asked=/opt"));
    }

    @Test
    void version() {
        assertEquals("ok: troupe 1.2.3 in /t", finding(new VersionCheck("1.2.3"), "troupe=troupe 1.2.3 (Java 25)", "place=/t"));
        assertEquals("warning: troupe 1.1.9 in /t is not 1.2.3 as here; it may join, but troupe up --install makes them equal",
                finding(new VersionCheck("1.2.3"), "troupe=troupe 1.1.9 (Java 25)", "place=/t"));
        for (String other : List.of("1.4.0", "2.2.3", "unknown")) {
            assertEquals("problem: troupe " + other + " in /t cannot join a cluster of 1.2.3; troupe up --install replaces it",
                    finding(new VersionCheck("1.2.3"), "troupe=troupe " + other + " (Java 25)", "place=/t"));
        }
        assertEquals("problem: troupe is not installed; troupe up --install copies it, and --remote-home says where it is",
                finding(new VersionCheck("1.2.3")));
        assertEquals("problem: /t does not start: no JDK 25 in PATH",
                finding(new VersionCheck("1.2.3"), "troupe=troupe: no JDK 25 in PATH", "place=/t"));
    }

    @Test
    void ports() {
        Check head = new HeadCheck(new HeadAddress("10.0.0.1", 6379));
        assertEquals("ok: reaches the head at 10.0.0.1:6379", finding(head, "dial=ok"));
        assertEquals("warning: whether it reaches the head at 10.0.0.1:6379 could not be tried; install bash or nc there",
                finding(head, "dial=unknown"));
        assertEquals(
                "problem: does not reach the head at 10.0.0.1:6379 (Connection refused); open port 6379 in the firewall, or name another address "
                        + "of this machine with --head-address",
                finding(head, "dial=failed: Connection refused"));
        assertEquals("nothing", finding(head));
        assertEquals("ok: this machine reaches its ports", finding(new NodePortCheck(), "dialled=ok"));
        assertEquals(
                "warning: this machine does not reach its ports (port 7: refused): objects and calls take a slower way; open the ports in its "
                        + "firewall, and fix them with --worker-ports",
                finding(new NodePortCheck(), "dialled=port 7: refused"));
        assertEquals("nothing", finding(new NodePortCheck()));
    }

    @Test
    void clock() {
        for (String same : List.of("1000000.000000000", "1000001.0", "1000002.9", "999998.5", "1000000.N", "1000000")) {
            assertEquals("ok: agrees with the one here", finding(new ClockCheck(), "time=" + same), same);
        }
        assertEquals("warning: its clock is 100 s ahead of the one here; turn on its time service: timedatectl set-ntp true",
                finding(new ClockCheck(), "time=1000101.5"));
        assertEquals("problem: its clock is 3600 s behind the one here; turn on its time service: timedatectl set-ntp true",
                finding(new ClockCheck(), "time=996400"));
        assertEquals("nothing", finding(new ClockCheck()));
    }

    @Test
    void disk() {
        assertEquals("ok: 78 GiB free in /tmp", finding(new DiskCheck(), "disk=82000000 /tmp"));
        assertEquals("warning: only 1.9 GiB free in /tmp; remove files, or choose another directory with --temp-dir",
                finding(new DiskCheck(), "disk=2000000 /tmp"));
        assertEquals("problem: only 98 MiB free in /tmp; remove files, or choose another directory with --temp-dir",
                finding(new DiskCheck(), "disk=100000 /tmp"));
        assertEquals("problem: /nowhere is no directory; create it, or choose another with --temp-dir",
                finding(new DiskCheck(), "disk=none /nowhere"));
    }

    @Test
    void sharedMemory() {
        assertEquals("ok: 1.0 GiB free in /dev/shm", finding(new SharedMemoryCheck(), "shm=1048576"));
        assertEquals("warning: only 64 MiB free in /dev/shm: large objects go to the disk; enlarge it (mount -o remount,size=50% /dev/shm; "
                + "docker run --shm-size=8g)", finding(new SharedMemoryCheck(), "shm=65536"));
        assertEquals(
                "warning: there is no /dev/shm that this user may write to: objects go to the disk; mount it (mount -t tmpfs tmpfs /dev/shm)",
                finding(new SharedMemoryCheck(), "shm=none"));
    }

    @Test
    void fileLimits() {
        assertEquals("ok: at most 1048576 open files", finding(new FileLimitCheck(), "files=1048576"));
        assertEquals("ok: open files are not limited", finding(new FileLimitCheck(), "files=unlimited"));
        assertEquals("warning: at most 1024 open files; raise the limit (ulimit -Hn) in /etc/security/limits.conf: * hard nofile 65536",
                finding(new FileLimitCheck(), "files=1024"));
        assertEquals("problem: at most 256 open files; raise the limit (ulimit -Hn) in /etc/security/limits.conf: * hard nofile 65536",
                finding(new FileLimitCheck(), "files=256"));
    }

    @Test
    void addressesOfHeads() {
        assertEquals(new HeadAddress("::1", 6379), HeadAddress.of("[::1]:6379"));
        assertEquals("a:1", HeadAddress.of("a:1,b:2").toString());
    }
}
