package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The behaviours that do not need worker processes to themselves, one after the other in the same ones.
///
/// A test may share them if it leaves nothing running and neither counts nor names what others have, too.
final class SharedClusterTest {
    private static final List<Class<?>> CLASSES = List.of(TasksTest.class, ValuesTest.class, GetAndWaitTest.class, FailuresTest.class,
            ActorsTest.class, NamedActorsTest.class, ConcurrencyGroupsTest.class, ParallelActorsTest.class, ReferencesTest.class,
            RuntimeContextTest.class, ResourcesTest.class, BeyondRayTest.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Session SESSION = new Session(Mode.SHARED_CLUSTER, List.of("ray.head-args.0=--num-cpus=4"), true);

    @BeforeAll
    static void begin() {
        assumeTrue(Modes.chosen(Mode.SHARED_CLUSTER));
        SESSION.begin();
    }

    @AfterAll
    static void end() {
        if (Modes.chosen(Mode.SHARED_CLUSTER)) SESSION.end();
    }

    @TestFactory
    Stream<DynamicTest> theBehaviourIsTheSameInWorkerProcesses() {
        var shared = CLASSES.stream().flatMap(type -> Stream.of(type.getDeclaredMethods())).filter(SharedClusterTest::shares).toList();
        assertFalse(shared.isEmpty());
        return shared.stream().map(test -> DynamicTest.dynamicTest(test.getDeclaringClass().getSimpleName() + "." + test.getName(),
                () -> assertTimeoutPreemptively(PATIENCE, () -> call(test))));
    }

    private static boolean shares(Method method) {
        var in = method.getAnnotation(In.class);
        return in != null && List.of(in.value()).contains(Mode.SHARED_CLUSTER);
    }

    private static void call(Method test) throws Throwable {
        try {
            test.invoke(test.getDeclaringClass().getDeclaredConstructor().newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
