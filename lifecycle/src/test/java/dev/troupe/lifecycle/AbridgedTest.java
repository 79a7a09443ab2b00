package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Annotations that are kept short in memory.
final class AbridgedTest {
    private static final String LONG = "x".repeat(2_000);

    @Test
    void thoseOfOthersAreNotKept() {
        assertEquals(Map.of("diengine/rank", "3", "diengine/template-annotations", "a,b", "a", "1"),
                Abridged.of(Map.of("diengine/rank", "3", "diengine/template-annotations", "a,b", "a", "1", "other", "2")));
    }

    @Test
    void longValuesAreNotKept() {
        Map<String, String> once = Abridged.of(Map.of("diengine/template-annotations", "note", "note", LONG));
        assertTrue(once.get("note").length() < 100, once::toString);
        assertEquals(once, Abridged.of(once));
    }

    /// The operator relies on it to know what the template loses.
    @Test
    void theNamesOfWhatCameFromTheTemplateAreKeptWhole() {
        String names = "some.example.com/annotation,".repeat(100) + "note";
        assertEquals(names, Abridged.of(Map.of("diengine/template-annotations", names)).get("diengine/template-annotations"));
    }

    @Test
    void aLongAnnotationReachesPodsWhenItChangesAndIsNotSentAgain() {
        World world = World.of(job(LONG)).running();
        abridge(world);
        assertEquals(List.of(), world.decide().actions());
        world.job = Files.parse(job(LONG + "y"));
        assertEquals(List.of(new Action.RelabelPod("job-learner-0", new Marks(Map.of(), Set.of()),
                new Marks(Map.of("note", LONG + "y"), Set.of()))), world.decide().actions());
        world.settle();
        abridge(world);
        world.job = Files.parse(Yaml.tasks("", "learner*1"));
        world.settle();
        assertEquals(null, world.pods.get("job-learner-0").annotations().get("note"), "the template has lost it");
    }

    private static void abridge(World world) {
        world.change("job-learner-0", pod -> new Pods(pod).marked(pod.labels(), Abridged.of(pod.annotations())));
    }

    private static String job(String note) {
        return Yaml.tasks("", "learner*1").replace("template: {spec", "template: {metadata: {annotations: {note: " + note + "}}, spec");
    }
}
