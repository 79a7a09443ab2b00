package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.MqType;
import dev.troupe.task.Platform;
import dev.troupe.task.Protocol;
import dev.troupe.task.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class DitaskTest {
    private static final List<String> OPTIONS_OF_THE_SPEC = List.of("--package", "--main", "--parallel-workers", "--protocol", "--address",
            "--ports", "--node-ids", "--labels", "--attach-to", "--topology", "--token-file", "--tls", "--plain", "--mq-type",
            "--redis-host",
            "--redis-port", "--group", "--startup-interval", "--auto-recover", "--max-retries", "--platform", "--platform-spec",
            "--trace-events", "--connect-timeout");

    @Test
    void everyOptionIsRead() {
        assertRead(Path.of("a b.jar"), o -> o.location, "--package", "a b.jar");
        assertRead("my.app.Main.play", o -> o.main, "--main", "my.app.Main.play");
        assertRead(3, o -> o.parallelWorkers, "--parallel-workers", "3");
        assertRead(Protocol.IPC, o -> o.protocol, "--protocol", "ipc");
        assertRead("10.0.0.1", o -> o.address, "--address", "10.0.0.1");
        assertRead(List.of(50515), o -> o.ports, "--ports", "50515");
        assertRead(List.of(7, 9), o -> o.ports, "--ports", "7,9");
        assertRead(List.of(1, 4), o -> o.nodeIds, "--node-ids", "1,4");
        assertRead(List.of("learner", "evaluator"), o -> o.labels, "--labels", "learner,evaluator");
        assertRead(List.of("a:1", "b:2"), o -> o.attachTo, "--attach-to", "a:1,b:2");
        assertRead(Topology.STAR, o -> o.topology, "--topology", "star");
        assertRead(Path.of("/run/token"), o -> o.tokenFile, "--token-file", "/run/token");
        assertRead(true, o -> o.tls, "--tls");
        assertRead(true, o -> o.plain, "--plain");
        assertRead(MqType.REDIS, o -> o.mqType, "--mq-type", "redis");
        assertRead("r", o -> o.redisHost, "--redis-host", "r");
        assertRead(6380, o -> o.redisPort, "--redis-port", "6380");
        assertRead("g", o -> o.group, "--group", "g");
        assertRead(Duration.ofMillis(500), o -> o.startupInterval, "--startup-interval", "0.5");
        assertRead(true, o -> o.autoRecover, "--auto-recover");
        assertRead(4, o -> o.maxRetries, "--max-retries", "4");
        assertRead(Platform.SLURM, o -> o.platform, "--platform", "slurm");
        assertRead("{\"tasks\":[]}", o -> o.platformSpec, "--platform-spec", "{\"tasks\":[]}");
        assertRead(Duration.ofSeconds(9), o -> o.connectTimeout, "--connect-timeout", "9");
        assertRead(true, o -> o.traceEvents, "--trace-events");
        assertRead(true, o -> o.debug, "--debug");
        assertRead(List.of("-Xmx4g", "-ea"), o -> o.jvmOptions, "--jvm-options", "-Xmx4g -ea");
        assertRead(List.of("a", "--b"), o -> o.arguments, "--", "a", "--b");
    }

    @Test
    void defaultsAreThoseOfTheSpec() {
        assertRead(Path.of("."), o -> o.location);
        assertRead(1, o -> o.parallelWorkers);
        assertRead(Protocol.TCP, o -> o.protocol);
        assertRead(Topology.MESH, o -> o.topology);
        assertRead(MqType.LINK, o -> o.mqType);
        assertRead(false, o -> o.tls);
        assertRead(false, o -> o.plain);
        assertRead(false, o -> o.autoRecover);
    }

    @Test
    void helpNamesEveryOptionOfTheSpec() {
        var help = Said.by(new Ditask(), "--help");
        assertEquals(0, help.exitCode());
        OPTIONS_OF_THE_SPEC.forEach(option -> assertTrue(help.out().contains("      " + option), option));
        assertTrue(help.out().contains("Examples:"));
    }

    @Test
    void underscoresOfDiEngineAreRead() {
        assertRead(3, o -> o.parallelWorkers, "--parallel_workers", "3");
        assertRead(List.of("a_b:1"), o -> o.attachTo, "--attach_to=a_b:1");
        assertRead(List.of("--a_b"), o -> o.arguments, "--", "--a_b");
    }

    @Test
    void mistakesAreOneLineAndExitCodeTwo() {
        assertRefused("ditask: unknown topology 'ring'", "--topology", "ring");
        assertRefused("ditask: unknown protocol 'udp'", "--protocol", "udp");
        assertRefused("ditask: unknown mq-type 'nng'", "--mq-type", "nng");
        assertRefused("ditask: unknown platform 'pbs'", "--platform", "pbs");
        assertRefused("ditask: unknown option '--topolgy'; did you mean --topology?", "--topolgy", "star");
        assertRefused("ditask: unknown option '--paralel-workers'; did you mean --parallel-workers?", "--paralel-workers", "2");
        assertRefused("ditask: invalid value for option '--ports' (PORT): 'x' is not a whole number", "--ports", "1,x");
        assertRefused("ditask: invalid value for option '--connect-timeout': 'soon' is not a number of seconds", "--connect-timeout",
                "soon");
        assertRefused("ditask: tls encrypts everything and plain nothing: give one of them, or neither", "--tls", "--plain");
        assertRefused("ditask: 0 workers", "--parallel-workers", "0");
        assertRefused("ditask: ports has an empty entry: '5000,5001,,'", "--ports", "5000,5001,,");
        assertRefused("ditask: labels has an empty entry: ','", "--labels", ",");
        assertRefused("ditask: attach-to has an empty entry: ''", "--attach-to", "");
    }

    @Test
    void numbersThatAreTooLargeAreCalledSoWithTheLimit() {
        assertRefused("ditask: invalid value for option '--parallel-workers': '2000000000000' is too large; the largest number possible is"
                + " 2147483647", "--parallel-workers", "2000000000000");
        assertRefused("ditask: invalid value for option '--connect-timeout': '1e30' is too large; the maximum is 9223372036 seconds",
                "--connect-timeout", "1e30");
        assertRead(Duration.ZERO, o -> o.startupInterval, "--startup-interval", "1e-999999999");
    }

    private static void assertRead(Object expected, Function<DitaskOptions, Object> option, String... args) {
        var ditask = new Ditask((_, _) -> {});
        assertEquals(new Said(0, "", ""), Said.by(ditask, args));
        assertEquals(expected, option.apply(ditask.options));
    }

    private static void assertRefused(String beginning, String... args) {
        var said = Said.by(new Ditask((_, _) -> {}), args);
        assertEquals(2, said.exitCode());
        assertEquals("", said.out());
        assertTrue(said.err().startsWith(beginning), said.err());
        assertEquals(1, said.err().lines().count(), said.err());
    }
}
