package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.lifecycle.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CrdsTest {
    private static final Path FOLDER = Path.of("../deploy/crds");

    @Test
    void theFilesAreWhatTheCodeSays() throws IOException {
        ManifestsTest.assertGolden(FOLDER.resolve("dijobs.yaml"), Tree.yaml(List.of(Crds.job(false))));
        ManifestsTest.assertGolden(FOLDER.resolve("dijobs-cel.yaml"), Tree.yaml(List.of(Crds.job(true))));
        ManifestsTest.assertGolden(FOLDER.resolve("aggregatorconfigs.yaml"), Tree.yaml(List.of(Crds.aggregatorConfig())));
    }

    @Test
    void rulesAreOnlyThereOnRequest() {
        assertFalse(Crds.yaml(false).contains("x-kubernetes-validations"));
        assertTrue(Crds.yaml(true).contains("x-kubernetes-validations"));
    }

    @Test
    void everyFieldOfAStatusHasItsPlace() {
        var status = Schema.job().stream().filter(field -> field.name().equals("status")).findFirst().orElseThrow();
        List<String> known = ((FieldType.Group) status.type()).fields().stream().map(Field::name).toList();
        Map<String, Object> tree = Status.read(Map.of("shape", "coordinated", "replicaStatus", Map.of("Learner", Map.of("active", 1)),
                "allocation", List.of("n"), "ranks", List.of("worker-0"), "startTime", "2026-01-01T00:00:00Z", "completionTimestamp",
                "2026-01-01T00:00:00Z", "notBefore", "2026-01-01T00:00:00Z", "suspended", true, "profilings", Map.of("a", 1), "refusal",
                "no"))
                .tree();
        assertTrue(known.containsAll(tree.keySet()), tree.keySet() + " in " + known);
    }
}
