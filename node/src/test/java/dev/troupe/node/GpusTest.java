package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GpusTest {
    @Test
    void theDevicesThisProcessMaySeeAreGivenToWorkers() {
        Gpus gpus = Gpus.visible("2, 3");
        assertEquals(List.of("2", "3"), List.of(gpus.name(0), gpus.name(1)));
        assertEquals(3, gpus.id(1));
    }

    @Test
    void withoutTheVariableTheyAreCounted() {
        assertEquals("1", Gpus.visible(null).name(1));
        assertEquals(1, Gpus.visible(null).id(1));
    }

    @Test
    void aNameThatIsNoNumberIsPassedOnAndCounted() {
        Gpus gpus = Gpus.visible("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6,MIG-1");
        assertEquals("MIG-1", gpus.name(1));
        assertEquals(1, gpus.id(1));
    }
}
