package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.TreeText;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.WorkerRow;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TablesTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.5Z");
    private static final JobRow RUNNING = new JobRow(new JobKey("games", "test"), 0, 0, 3, Optional.of(NOON), Optional.of(NOON),
            Optional.empty(), "Running", 3, 3, 0, 0, "all 3 pods are ready");
    private static final JobRow DONE = new JobRow(new JobKey("games", "qbert-dqn"), 4, 1, 0, Optional.of(NOON), Optional.of(NOON),
            Optional.of(NOON.plusSeconds(90)), "Succeeded", 0, 4, 1, 0, "all 4 pods succeeded");

    private static String printed(Consumer<PrintWriter> table) {
        var text = new StringWriter();
        table.accept(new PrintWriter(text));
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void jobsStandUnderTheirHeaders() {
        assertEquals("""
                NUM   NAME        SUCC   FAIL   START                  COMP                   ACTIVE   PHASE
                0     test        0      0      2026-01-01T12:00:00Z   <none>                 3        Running
                1     qbert-dqn   4      1      2026-01-01T12:00:00Z   2026-01-01T12:01:30Z   0        Succeeded
                """, printed(out -> Tables.jobs(out, List.of(RUNNING, DONE), false, false, NOON)));
    }

    @Test
    void wideSaysMoreAndAllNamespacesSaysWhere() {
        assertEquals(
                """
                        NUM   NAMESPACE/NAME   SUCC   FAIL   START                  COMP     ACTIVE   PHASE     READY   RESTARTS   RESCHEDULES   AGE   MSG
                        0     games/test       0      0      2026-01-01T12:00:00Z   <none>   3        Running   3/3     0          0             60s   all 3 pods are ready
                        """,
                printed(out -> Tables.jobs(out, List.of(RUNNING), true, true, NOON.plusSeconds(60))));
    }

    @Test
    void workersStandUnderTheirHeaders() {
        var worker = new WorkerRow("test-gpu-0", "gpu", 0, "Running", Optional.of(NOON), OptionalInt.empty(), "node-1", "");
        var failed = new WorkerRow("test-worker-0", "worker", 2, "Failed", Optional.of(NOON), OptionalInt.of(3), "node-2", "x".repeat(100));
        assertEquals("""
                NAME            STATUS    START                  EXIT_CODE   NODE     MSG
                test-gpu-0      Running   2026-01-01T12:00:00Z   <none>      node-1   <none>
                test-worker-0   Failed    2026-01-01T12:00:00Z   3           node-2   %s…
                """.formatted("x".repeat(79)), printed(out -> Tables.workers(out, List.of(worker, failed), false, "")));
    }

    @Test
    void programsGetTheSameAsTrees() {
        String json = TreeText.json(List.of(Tables.tree(RUNNING)));
        assertEquals("""
                [
                  {
                    "name": "test",
                    "namespace": "games",
                    "phase": "Running",
                    "message": "all 3 pods are ready",
                    "replicas": 3,
                    "ready": 3,
                    "active": 3,
                    "succeeded": 0,
                    "failed": 0,
                    "restarts": 0,
                    "reschedules": 0,
                    "created": "2026-01-01T12:00:00Z",
                    "started": "2026-01-01T12:00:00Z",
                    "completed": null
                  }
                ]
                """, json);
        assertEquals("\"a\\\"b\\\\\\n\\u0001\"\n", TreeText.json("a\"b\\\n\u0001"));
        assertEquals("- {}\n- []\n- a: 1\n  b:\n  - x\n", TreeText.yaml(List.of(java.util.Map.of(), List.of(), new java.util.TreeMap<>(
                java.util.Map.of("a", 1, "b", List.of("x"))))));
    }

    @ParameterizedTest
    @CsvSource({"0,0s", "119,119s", "120,2m", "125,2m5s", "3599,59m", "10000,166m", "100000,27h", "200000,2d"})
    void agesAreSaidAsKubectlSaysThem(long seconds, String age) {
        assertEquals(age, Tables.age(Optional.of(NOON), NOON.plusSeconds(seconds)));
    }

    @Test
    void whyNobodySpeaksIsSaid() {
        var text = new StringWriter();
        var logs = new Logs.Patient((_, line) -> text.write(line + "\n"), new PrintWriter(text));
        logs.news(row("Pending", "the job is suspended"));
        logs.news(row("Starting", ""));
        logs.news(row("Running", "all pods are ready"));
        logs.line("a", "1");
        logs.news(row("Succeeded", ""));
        assertEquals("job pong is Pending: the job is suspended\njob pong is Starting\n1\n",
                text.toString().replace(System.lineSeparator(), "\n"));
    }

    private static JobRow row(String phase, String message) {
        return new JobRow(new JobKey("games", "pong"), 0, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), phase, 0, 1, 0, 0,
                message);
    }

    @Test
    void whoSpeaksIsSaidWhenItChanges() {
        var text = new StringWriter();
        var logs = new Logs.Headed(new PrintWriter(text));
        logs.line("a", "1");
        logs.line("a", "2");
        logs.line("b", "3");
        assertEquals("==> a <==\n1\n2\n\n==> b <==\n3\n", text.toString().replace(System.lineSeparator(), "\n"));
    }
}
