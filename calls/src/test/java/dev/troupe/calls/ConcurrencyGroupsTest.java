package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.troupe.calls.ConcurrencyGroups.Group;
import dev.troupe.functions.Functions;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.concurrencygroup.ConcurrencyGroup;
import io.ray.api.concurrencygroup.annotations.DefConcurrencyGroup;
import io.ray.api.concurrencygroup.annotations.UseConcurrencyGroup;
import io.ray.api.function.RayFunc0;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFunc2;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ConcurrencyGroupsTest {
    @DefConcurrencyGroup(name = "io", maxConcurrency = 2)
    interface Reader {
        @UseConcurrencyGroup(name = "io")
        String read(int id);
    }

    @DefConcurrencyGroup(name = "compute", maxConcurrency = 4)
    static class Base {
        @UseConcurrencyGroup(name = "compute")
        public int work() {
            return 1;
        }

        public int rest() {
            return 0;
        }
    }

    @DefConcurrencyGroup(name = "compute", maxConcurrency = 8)
    @DefConcurrencyGroup(name = "log")
    static class Child extends Base implements Reader {
        @Override
        public String read(int id) {
            return "" + id;
        }

        @UseConcurrencyGroup(name = "log")
        void log() {}
    }

    static class Wrong {
        @UseConcurrencyGroup(name = "nowhere")
        public void lost() {}
    }

    private static final String WORK = Functions.of((RayFunc1<Child, Integer>) Child::work).signature();
    private static final String REST = Functions.of((RayFunc1<Child, Integer>) Child::rest).signature();
    private static final String READ = Functions.of((RayFunc2<Child, Integer, String>) Child::read).signature();

    @Test
    void annotationsOfClassSuperclassAndInterfaceCount() {
        ConcurrencyGroups groups = ConcurrencyGroups.of(ConcurrencyGroups.extract((RayFunc0<Child>) Child::new));
        assertEquals(List.of("compute", "log", "io"), groups.groups().stream().map(Group::name).toList());
        assertEquals(List.of(8, 1, 2), groups.groups().stream().map(Group::maxConcurrency).toList());
        assertEquals(0, groups.of(WORK, ""));
        assertEquals(2, groups.of(READ, null));
        assertEquals(2, groups.of(Functions.of((RayFunc2<Reader, Integer, String>) Reader::read).signature(), ""));
        assertEquals(ConcurrencyGroups.DEFAULT, groups.of(REST, ""));
    }

    @Test
    void theSecondQuestionIsAnsweredFromMemory() {
        assertSame(ConcurrencyGroups.extract((RayFunc0<Child>) Child::new), ConcurrencyGroups.extract((RayFunc0<Child>) () -> new Child()));
        assertEquals(List.of(), ConcurrencyGroups.extract((RayFunc0<String>) String::new));
    }

    @Test
    void aGroupThatNobodyDefinedIsNamed() {
        IllegalStateException e = assertThrows(IllegalStateException.class,
                () -> ConcurrencyGroups.extract((RayFunc0<Wrong>) Wrong::new));
        assertEquals(Wrong.class.getName() + ".lost uses the concurrency group 'nowhere', which is not defined;"
                + " add @DefConcurrencyGroup(name = \"nowhere\", maxConcurrency = …) to the class", e.getMessage());
    }

    @Test
    void aCallMayAskForAnotherGroup() {
        ConcurrencyGroups groups = ConcurrencyGroups.of(ConcurrencyGroups.extract((RayFunc0<Child>) Child::new));
        assertEquals(1, groups.of(WORK, "log"));
        assertMessage("the actor has no concurrency group 'x'; it has compute, log, io", () -> groups.of(WORK, "x"));
        assertMessage("the actor has no concurrency group 'x'; it has none", () -> ConcurrencyGroups.NONE.of(WORK, "x"));
    }

    @Test
    void builtGroupsKnowInheritedAndOverridingMethods() {
        ConcurrencyGroup built = ConcurrencyGroups.create("g", 3,
                List.of((RayFunc1<Base, Integer>) Base::work, (RayFunc2<Reader, Integer, String>) Reader::read));
        ConcurrencyGroups groups = ConcurrencyGroups.of(List.of(built));
        assertEquals(0, groups.of(WORK, ""));
        assertEquals(0, groups.of(READ, ""));
        assertEquals(ConcurrencyGroups.DEFAULT, groups.of(REST, ""));
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertMessage("a concurrency group has no name; give it one with setName", () -> ConcurrencyGroups.create(null, 1, List.of()));
        assertMessage("concurrency group 'g' has maxConcurrency 0; set it to 1 or more with setMaxConcurrency",
                () -> ConcurrencyGroups.create("g", 0, List.of()));
        assertMessage("an actor has two concurrency groups named 'g'",
                () -> ConcurrencyGroups.of(List.of(new Group("g", 1, Set.of()), new Group("g", 2, Set.of()))));
        assertMessage("method a() belongs to the concurrency groups 'g' and 'h'; it can belong to one",
                () -> ConcurrencyGroups.of(List.of(new Group("g", 1, Set.of("a()")), new Group("h", 2, Set.of("a()")))));
        assertMessage("concurrency group 'g' was given " + getClass().getName() + ".whatCannotWorkIsRefused.lambda,"
                + " which later calls cannot be compared with; give a method reference such as MyActor::compute",
                () -> ConcurrencyGroups.create("g", 1, List.of((RayFunc1<Child, Integer>) child -> child.work())));
    }

    @Test
    void groupsTravel() {
        ConcurrencyGroups groups = ConcurrencyGroups.of(ConcurrencyGroups.extract((RayFunc0<Child>) Child::new));
        Output out = new Output(16);
        groups.write(out);
        ConcurrencyGroups got = ConcurrencyGroups.read(new Input(out.toBytes()));
        assertEquals(groups.groups(), got.groups());
        assertEquals(0, got.of(WORK, ""));
    }

    private static void assertMessage(String expected, Executable action) {
        assertEquals(expected, assertThrows(IllegalArgumentException.class, action).getMessage());
    }
}
