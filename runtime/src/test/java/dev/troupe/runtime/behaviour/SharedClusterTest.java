package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
    Stream<DynamicTest> theBehaviourIsTheSameInWorkerProcesses() throws IOException {
        var shared = classes().stream().flatMap(type -> Stream.of(type.getDeclaredMethods())).filter(SharedClusterTest::shares).toList();
        assertFalse(shared.isEmpty());
        return shared.stream().map(test -> DynamicTest.dynamicTest(test.getDeclaringClass().getSimpleName() + "." + test.getName(),
                () -> assertTimeoutPreemptively(PATIENCE, () -> call(test))));
    }

    /// All tests beside this one.
    private static List<Class<?>> classes() throws IOException {
        try (var files = Files.list(Path.of(URI.create(SharedClusterTest.class.getResource("").toString())))) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.matches("\\w+Test\\.class")).sorted()
                    .<Class<?>>map(file -> named(file.substring(0, file.indexOf('.')))).toList();
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(SharedClusterTest.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
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
