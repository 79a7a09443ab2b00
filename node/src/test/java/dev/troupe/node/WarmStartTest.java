package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.process.ClassPath;
import dev.troupe.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmStartTest {
    @TempDir
    private Path directory;

    /// The classes of a directory, or a jar as it is.
    private Path jar(Path home, String name) throws IOException {
        if (!Files.isDirectory(home)) {
            return home;
        }
        Path jar = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(home.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
        return jar;
    }

    private WarmStart warmStart(SessionDirectory session, Path... library) throws IOException {
        return new WarmStart(new WarmStart.Training(List.of(library), List.of("say", "trained"), directory.resolve("caches")),
                WorkerPrograms.class.getName(), session);
    }

    @Test
    void aCacheIsMadeOnceAndFits() throws Exception {
        Path process = jar(ClassPath.home(ClassPath.class), "process.jar");
        Path node = jar(ClassPath.home(Node.class), "node.jar");
        Path tests = jar(ClassPath.home(WorkerPrograms.class), "tests.jar");
        try (SessionDirectory session = SessionDirectory.open(directory)) {
            List<String> options;
            ClassPath path;
            try (WarmStart first = warmStart(session, process, node, tests)) {
                assertEquals(List.of(), first.options());
                first.train();
                options = new ArrayList<>(first.options());
                path = first.order(new ClassPath(List.of(directory.resolve("classes of the user"), tests)));
                assertEquals(List.of(process, node, tests, directory.resolve("classes of the user")), path.entries());
            }
            assertTrue(options.getFirst().startsWith("-XX:AOTCache=" + directory.resolve("caches")), "made: " + options);
            try (WarmStart second = warmStart(session, process, node, tests); WarmStart other = warmStart(session, process)) {
                assertEquals(options, second.options());
                assertEquals(List.of(), other.options(), "other jars, other cache");
            }
            // So that a JVM which cannot use it does not start at all.
            RunningBoard.create(session.board(1));
            options.addAll(List.of("-XX:AOTMode=on", "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED", "-XX:+UseSerialGC",
                    "-Dtroupe.board=" + session.board(1)));
            Process worker = new ProcessBuilder(
                    new JavaCommand(options, path.text(), WorkerPrograms.class.getName(), List.of()).words())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            WorkerLife.hand(List.of("say", "hello"), worker.getOutputStream());
            assertEquals("hello", worker.inputReader().readLine());
            assertEquals(0, worker.waitFor());
        }
    }

    @Test
    void directoriesCannotBeRemembered() throws Exception {
        try (SessionDirectory session = SessionDirectory.open(directory); WarmStart warm = warmStart(session, directory)) {
            warm.train();
            assertEquals(List.of(), warm.options());
            assertFalse(Files.exists(session.training()));
        }
    }
}
