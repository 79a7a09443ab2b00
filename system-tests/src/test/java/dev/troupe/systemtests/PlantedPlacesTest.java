package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program of one user in shared directories where another user was first. Both directories are in a file system that nobody else sees. Needs
/// root; without it the tests are skipped, and fail where the variable CI is set.
final class PlantedPlacesTest {
    /// Everything that a stranger's command has to stand before: shared memory, a temporary directory, and something of the user's own.
    private static final String PLACES = """
            set -eu
            mount -t tmpfs -o mode=1777 tmpfs /dev/shm
            mkdir -m 1777 /dev/shm/tmp
            mkdir -m 700 /dev/shm/victim /dev/shm/victim/session-1-1
            touch /dev/shm/victim/precious /dev/shm/victim/session-1-1/precious
            setpriv --reuid=65534 --regid=65534 --clear-groups sh -euc "$1"
            shift
            planted=$(find /dev/shm -uid 65534 | wc -l)
            timeout 60 "$@"
            test $planted = $(find /dev/shm -uid 65534 | wc -l) || echo "something planted is gone"
            test -e /dev/shm/victim/precious && test -e /dev/shm/victim/session-1-1/precious || echo "something precious is gone"
            find /dev/shm -uid 0 -type f ! -path '/dev/shm/victim/*'
            """;

    @TempDir
    Path directory;

    static final class Program {
        public static void main(String[] arguments) {
            Ray.init();
            System.out.println("sum " + Ray.task(Program::sum, new int[100_000]).remote().get());
            Ray.shutdown();
        }

        private static int sum(int[] numbers) {
            return Arrays.stream(numbers).sum();
        }
    }

    @BeforeEach
    void needRoot() throws IOException, InterruptedException {
        if (Shell.in(directory).run("unshare", "--mount", "setpriv", "--reuid=65534", "--clear-groups", "true").exitCode() == 0) return;
        var message = "planting files as another user needs root, unshare and setpriv (Debian: apt-get install util-linux)";
        if (System.getenv("CI") != null) throw new IOException(message);
        System.err.println("SKIPPED: " + message);
        Assumptions.abort(message);
    }

    /// What the program and the look around afterwards said. Old and present names of our places are tried.
    private Shell.Result runAfter(String planting) throws IOException, InterruptedException {
        return Shell.in(directory).run("unshare", "--mount", "--propagation=private", "sh", "-c", PLACES, "sh", planting,
                Path.of(System.getProperty("java.home"), "bin", "java"), "-Djava.io.tmpdir=/dev/shm/tmp", "-Dray.run-mode=CLUSTER",
                "-Dtroupe.warm-start=false", "-Dtroupe.object-store-memory=64m", "-cp", System.getProperty("java.class.path"),
                Program.class.getName());
    }

    private static String everywhere(String command) {
        return "for place in /dev/shm/troupe-0 /dev/shm/tmp/troupe-0 /dev/shm/tmp/troupe-root; do " + command + "; done";
    }

    @Test
    void filesNamedLikeThoseOfADeadStoreAreLeftAlone() throws Exception {
        var result = runAfter("""
                ln -s /dev/shm/victim /dev/shm/troupe-x-2000000000-1-1.spill
                ln -s /dev/shm/victim/precious /dev/shm/troupe-x-2000000000-1-2.store
                mkfifo /dev/shm/troupe-x-2000000000-1-3.store
                touch /dev/shm/troupe-x-99999999999999999999-99999999999999999999-1.store""");
        assertEquals(new Shell.Result(0, "sum 0\n", ""), result);
    }

    @Test
    void directoriesOfAnotherUserAreNotUsed() throws Exception {
        assertStartsElsewhere(runAfter(everywhere("mkdir -m 777 $place; mkdir -m 777 $place/session-2-2")));
    }

    @Test
    void linksInThePlaceOfOurDirectoriesAreNotFollowed() throws Exception {
        assertStartsElsewhere(runAfter(everywhere("ln -s /dev/shm/victim $place")));
    }

    @Test
    void pipesInThePlaceOfOurDirectoriesBlockNobody() throws Exception {
        assertStartsElsewhere(runAfter(everywhere("mkfifo $place")));
    }

    /// It says so in one line for each place.
    private static void assertStartsElsewhere(Shell.Result result) {
        assertEquals("sum 0\n", result.out(), result.err());
        assertEquals(0, result.exitCode(), result.err());
        var said = result.err().lines().filter(line -> line.contains("is used because")).toList();
        assertEquals(2, said.size(), result.err());
        for (var place : List.of("/dev/shm/tmp/troupe-0", "/dev/shm/troupe-0")) {
            assertTrue(said.stream().anyMatch(line -> line.contains(place + "-") && line.contains("because " + place + " is not")),
                    result.err());
        }
    }
}
