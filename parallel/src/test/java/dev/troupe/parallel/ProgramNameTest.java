package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.Main;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramNameTest {
    private static String name(String className) {
        return ProgramName.of(new Entry.Method(className, "play", false, List.of()));
    }

    @Test
    void aMethodReferenceHasTheNameThatTheCommandLineGivesIt() {
        String name = WorkerPrograms.class.getName();
        assertEquals(name + ".greet", ProgramName.of(Portable.takeApart((Main) WorkerPrograms::greet)));
        assertEquals(name + ".greet", ProgramName.of(new Entry.Method(name, "greet", false, List.of())));
    }

    @Test
    void differentLambdasOfOneClassAreDifferentPrograms() {
        Main one = () -> System.out.println("one");
        Main other = () -> System.out.println("other");
        assertNotEquals(ProgramName.of(Portable.takeApart(one)), ProgramName.of(Portable.takeApart(other)));
    }

    @Test
    void anObjectIsNamedByItsClass() {
        record Greeting() implements Main {
            @Override
            public void run() {}
        }
        assertTrue(ProgramName.of(Portable.takeApart(new Greeting())).endsWith("ProgramNameTest.1Greeting"));
    }

    @Test
    void everyNameIsOneThatTheUserCouldGive() {
        for (String className : List.of("my.Main", "my.Outer$Inner", "my.Größe", "a".repeat(300))) {
            String name = name(className);
            assertTrue(name.matches("[A-Za-z0-9._-]{1,100}"), name);
        }
        assertNotEquals(name("my.Größe"), name("my.Grüße"));
        assertNotEquals(name("b".repeat(300)), name("c" + "b".repeat(299)));
    }
}
