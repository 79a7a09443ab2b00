package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerSettingsTest {
    /// What the head wants may be named in a log, and with it the settings of a worker.
    @Test
    void whatEndsInALogNamesVariablesAndPropertiesButNotTheirValues() {
        var settings = new WorkerSettings(new JobKey(1), Isolation.PROCESS, List.of("-Xmx1g", "-Dpassword=open\nsesame"),
                Map.of("TOKEN", "sesame"), List.of(), Optional.empty());
        String text = new Effect.Refused(new ProcessKey(1),
                new Fact.Demand(new ProcessKey(1), Shape.of(Resources.cpu(1), settings), 1, Optional.empty()), "no").toString();
        assertFalse(text.contains("sesame"), text);
        assertTrue(text.contains("-Xmx1g") && text.contains("-Dpassword=…") && text.contains("TOKEN"), text);
    }
}
