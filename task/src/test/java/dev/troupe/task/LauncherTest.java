package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LauncherTest {
    /// The tests of this module run without the one that starts processes.
    @Test
    void aProgramWithoutTheModuleThatStartsProcessesIsToldWhichOneIsMissing() {
        String message = assertThrows(SettingException.class, () -> Parallel.workers(2).run(() -> {})).getMessage();
        assertEquals(
                "Parallel needs the module dev.troupe:parallel, which is not on the class path: depend on it instead of dev.troupe:task",
                message);
    }
}
