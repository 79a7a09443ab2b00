package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static dev.troupe.systemtests.Ditask.PROGRAMS;
import static dev.troupe.systemtests.Ditask.freePort;
import static dev.troupe.systemtests.Ditask.freePorts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Each mistake gives one sentence with the value and what to do, never a stack trace.
final class BadInputTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void unknownNames() throws Exception {
        refused("unknown topology 'ring': it is one of mesh, star, alone", "--topology", "ring");
        refused("unknown protocol 'udp': it is one of tcp, ipc", "--protocol", "udp");
        refused("unknown mq-type 'kafka': it is one of link, redis", "--mq-type", "kafka");
        refused("unknown platform 'mesos': it is one of none, k8s, slurm", "--platform", "mesos");
        refused("unknown option '--topologie'; did you mean --topology?", "--topologie", "mesh");
    }

    @Test
    void mainsThatCannotBeRun() throws Exception {
        var main = Programs.class.getName();
        refused("class dev.troupe.systemtests.Progams is not in the package " + PROGRAMS + ": similar names are " + main,
                "--main", "dev.troupe.systemtests.Progams.about");
        refused("class " + main + " has no method abuot: it can be started with about, carried, comeLate", "--main", main + ".abuot");
        refused("the method " + main + ".notStatic() is not static: make it static", "--main", main + ".notStatic");
        refused("the method " + main + ".otherParameters(int) has other parameters: a main method takes no parameters or String[]",
                "--main", main + ".otherParameters");
        refused("main 'about' is not a class and a method: write it like my.module.Main.play", "--main", "about");
        refused("takes no arguments, but these were given: [more]", "--main", main + ".linger", "more");
    }

    @Test
    void packagesThatAreNone() throws Exception {
        var text = Files.writeString(ditask.directory().resolve("notes.txt"), "not a package");
        refused("the package nowhere does not exist in " + ditask.directory(), "--package", "nowhere");
        refused("the package " + text + " is not a directory, jar or zip", "--package", text);
        refused("the package has an empty name: give a directory, jar or zip", "--package", "");
        var library = Shell.ROOT.resolve("cli", "target", "lib", "task.jar");
        var ours = ditask.run("--package", library).refusal();
        assertTrue(ours.contains("the package " + library + " has no class with a main; give class and method as main"), ours);
    }

    @Test
    void numbersThatAreNone() throws Exception {
        refused("'--parallel-workers': 'two' is not a whole number", "--parallel-workers", "two");
        refused("'--parallel-workers': '2000000000000' is too large; the largest number possible is 2147483647", "--parallel-workers",
                "2000000000000");
        refused("0 workers cannot run anything", "--parallel-workers", "0");
        refused("startup-interval -1 s is negative", "--startup-interval", "-1");
        refused("'--startup-interval': 'soon' is not a number of seconds", "--startup-interval", "soon");
        refused("port 70000 does not exist", "--ports", "70000");
        refused("node id 4 is given to two workers: each needs its own", "--parallel-workers", "2", "--node-ids", "4,4");
        refused("3 ports [1, 2, 3] for 2 workers", "--parallel-workers", "2", "--ports", "1,2,3");
        refused("attach-to 'nowhere' is not host:port", "--attach-to", "nowhere");
        refused("attach-to 'tcp://127.0.0.1:x' is not tcp://host:port", "--attach-to", "tcp://127.0.0.1:x");
        refused("attach-to has an empty entry", "--attach-to", ",");
        refused("max-retries -1 is negative", "--auto-recover", "--max-retries", "-1");
    }

    @Test
    void platformsWithoutTheirVariables() throws Exception {
        refused("the environment variable DI_NODES is missing: for platform k8s it is set in every pod", "--platform", "k8s");
        refused("the environment variable SLURM_NTASKS is missing: for platform slurm it is set by srun", "--platform", "slurm");
        refused("a platform spec has one entry for each rank of a platform: give the platform", "--platform-spec", "{\"tasks\":[]}");
    }

    @Test
    void platformSpecsThatAreNotJson() throws Exception {
        var pod = ditask.with("DI_NODES", "127.0.0.1").with("DI_RANK", 0);
        for (var wrong : List.of("{\"tasks\":[", "{\"tasks\": [{\"labels\": }]}", "no-such-file.json")) {
            var said = pod.play("linger", "--platform-spec", wrong).refusal();
            assertTrue(said.contains("platform spec") && said.contains("JSON"), said);
        }
    }

    @Test
    void redisWithoutAServer() throws Exception {
        refused("mq-type redis needs the address of the server: give redis-host", "--mq-type", "redis");
    }

    @Test
    void aHomeThatCannotHoldATokenIsToldOnceAndNotTriedAgain() throws Exception {
        var said = ditask.with("HOME", "/dev/null").play("linger", "--auto-recover", "--parallel-workers", "2").refusal();
        assertTrue(said.contains("cannot create the token file /dev/null/.troupe/token: "), said);
        assertTrue(said.endsWith("; set TROUPE_TOKEN to a secret, or give a file that contains one with ditask --token-file FILE"), said);
        refused("token file nowhere cannot be read", "--token-file", "nowhere");
    }

    @Test
    void aTakenPortIsNamedWithWhoAskedAndWhoHasIt() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused("worker 3 should listen on 127.0.0.1:" + taken.getLocalPort() + ", but port " + taken.getLocalPort()
                    + " is in use by process " + ProcessHandle.current().pid(), HERE, "--node-ids", "3", "--ports", taken.getLocalPort());
        }
    }

    @Test
    void aPeerThatDoesNotAnswerIsNamedInTime() throws Exception {
        int nobody = freePort();
        var ended = ditask
                .startPlay("linger", HERE, "--ports", freePort(), "--attach-to", "127.0.0.1:" + nobody, "--connect-timeout", "1.5")
                .ended(Duration.ofSeconds(30));
        failed(ended, "tcp://127.0.0.1:" + nobody, "efused");
    }

    @Test
    void anotherTokenIsToldWithTheFileToCopy() throws Exception {
        var ports = freePorts(2);
        var elsewhere = Files.createDirectory(ditask.directory().resolve("elsewhere"));
        try (var first = ditask.startPlay("linger", HERE, "--ports", ports[0])) {
            first.awaitLine("pid");
            var ended = ditask.with("HOME", elsewhere).play("linger", HERE, "--node-ids", "1", "--ports", ports[1], "--attach-to",
                    "127.0.0.1:" + ports[0], "--connect-timeout", "1.5");
            failed(ended, "127.0.0.1:" + ports[0], "token", "copy", "~/.troupe/token");
            assertTrue(first.isAlive());
        }
    }

    /// A worker that failed: its message once, without our own code in it, and the line of the launcher.
    private static void failed(Ended ended, String... words) {
        assertEquals(1, ended.exitCode(), ended::toString);
        assertTrue(ended.err().stream().anyMatch(line -> List.of(words).stream().allMatch(line::contains)),
                () -> List.of(words) + " in one line of " + ended);
        assertFalse(ended.err().stream().anyMatch(line -> line.contains("at dev.troupe.task.") || line.contains("at dev.troupe.parallel.")),
                ended::toString);
        assertTrue(ended.err().getLast().startsWith("ditask: worker "), ended::toString);
    }

    private void refused(String sentence, Object... options) throws IOException, InterruptedException {
        var given = java.util.Arrays.asList(options);
        var before = new java.util.ArrayList<Object>();
        if (!given.contains("--package")) before.addAll(List.of("--package", PROGRAMS));
        if (!given.contains("--main")) before.addAll(List.of("--main", Programs.class.getName() + ".linger"));
        before.addAll(given);
        var said = ditask.run(before.toArray()).refusal();
        assertTrue(said.contains(sentence), () -> "expected: " + sentence + "\nbut was:  " + said);
    }
}
