package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import java.util.Optional;

final class NamespacesTest {
    private static Optional<ActorHandle<Counter>> find(String name) {
        return Ray.getActor(name);
    }

    private static Optional<ActorHandle<Counter>> find(String name, String namespace) {
        return Ray.getActor(name, namespace);
    }

    private static String namespace() {
        return Ray.getRuntimeContext().getNamespace();
    }

    static final class Inhabitant {
        String namespace() {
            return NamespacesTest.namespace();
        }

        boolean finds(String name) {
            return find(name).isPresent();
        }
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.namespace=here")
    void everyPartOfAJobIsInItsNamespace() {
        assertEquals("here", namespace());
        assertEquals("here", Ray.task(NamespacesTest::namespace).remote().get());
        assertEquals("here", Ray.actor(Inhabitant::new).remote().task(Inhabitant::namespace).remote().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.namespace=here")
    void anActorOfAnotherNamespaceIsFoundOnlyThere() {
        var there = Ray.actor(Counter::new, 1).setName("a", "there").remote();
        assertEquals(Optional.empty(), find("a"));
        assertEquals(there.getId(), find("a", "there").orElseThrow().getId());
        assertEquals(1, find("a", "there").orElseThrow().task(Counter::value).remote().get());
        assertFalse(Ray.actor(Inhabitant::new).remote().task(Inhabitant::finds, "a").remote().get());
    }

    @In(value = EMBEDDED, with = "ray.job.namespace=here")
    void aNameMayBeTakenOnceInEachNamespace() {
        var here = Ray.actor(Counter::new, 1).setName("a").remote();
        var there = Ray.actor(Counter::new, 2).setName("a", "there").remote();
        assertEquals(1, find("a").orElseThrow().task(Counter::value).remote().get());
        assertEquals(2, find("a", "there").orElseThrow().task(Counter::value).remote().get());
        assertNotEquals(here.getId(), there.getId());
        var again = Ray.actor(Counter::new, 3).setName("a", "there");
        assertThrows(RuntimeException.class, again::remote);
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.namespace=here")
    void anActorIsFoundInItsOwnNamespaceByName() {
        var a = Ray.actor(Counter::new, 1).setName("a").remote();
        assertEquals(a.getId(), find("a", "here").orElseThrow().getId());
        assertTrue(Ray.actor(Inhabitant::new).remote().task(Inhabitant::finds, "a").remote().get());
    }

    @In(value = EMBEDDED, started = false)
    void withoutANameEachJobHasANamespaceOfItsOwn() {
        Ray.init();
        var first = namespace();
        Ray.shutdown();
        Ray.init();
        assertFalse(first.isBlank());
        assertNotEquals(first, namespace());
    }
}
