package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.LinkOptions;
import dev.troupe.task.Context;
import dev.troupe.task.Logged;
import dev.troupe.task.Task;
import dev.troupe.task.TaskFailedException;
import dev.troupe.task.TaskOptions;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GatheringTest {
    @Test
    void aTaskThatStartsNamesThePeersThatAreMissing() throws Exception {
        Neighbours place = new Neighbours(0, Address.parse("mem://long-wait-0"), List.of(), Set.of(7),
                Duration.ofMillis(5500));
        try (Logged log = new Logged();
                LinkRouter router = LinkRouter.open(place, Token.of("a secret of this test"), LinkOptions.defaults(), Trace.off())) {
            assertThrows(TaskFailedException.class, () -> Task.start(new Context(), TaskOptions.defaults(), router).close());
            String line = log.await(each -> each.contains("still waits"));
            assertTrue(line.startsWith("after 5 s, the task still waits for node 7 (has not connected to mem://long-wait-0)"), line);
        }
    }
}
