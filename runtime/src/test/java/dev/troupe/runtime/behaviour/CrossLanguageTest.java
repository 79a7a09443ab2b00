package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.Ray;
import io.ray.api.function.CppActorClass;
import io.ray.api.function.CppFunction;
import io.ray.api.function.PyActorClass;
import io.ray.api.function.PyFunction;
import org.junit.jupiter.api.function.Executable;

final class CrossLanguageTest {
    @In(EMBEDDED)
    void otherLanguagesAreRefusedClearly() {
        assertRefused(() -> Ray.task(PyFunction.of("module", "function")).remote());
        assertRefused(() -> Ray.task(CppFunction.of("function")).remote());
        assertRefused(() -> Ray.actor(PyActorClass.of("module", "Class")).remote());
        assertRefused(() -> Ray.actor(CppActorClass.of("create", "Class")).remote());
    }

    private static void assertRefused(Executable call) {
        assertFalse(assertThrows(UnsupportedOperationException.class, call).getMessage().isBlank());
    }
}
