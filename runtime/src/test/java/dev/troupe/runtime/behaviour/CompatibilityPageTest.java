package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page that compares us with Ray names tests that exist, and leaves none of Ray's out.
final class CompatibilityPageTest {
    private static final Path PAGE = Path.of("..", "docs", "ray-compatibility.md");
    private static final Pattern OURS = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\w+\\.\\w+) \\| (.*) \\| (.*) \\|$");

    @Test
    void everyTestOfOursThatThePageNamesExists() throws IOException {
        var missing = OURS.matcher(Files.readString(PAGE)).results().filter(named -> !exists(named)).map(MatchResult::group).toList();
        assertEquals(List.of(), missing);
    }

    private static boolean exists(MatchResult named) {
        return method(named).filter(method -> method.getAnnotations().length > 0).isPresent();
    }

    private static Optional<Method> method(MatchResult named) {
        try {
            var methods = Class.forName(CompatibilityPageTest.class.getPackageName() + "." + named.group(1)).getDeclaredMethods();
            return Stream.of(methods).filter(method -> method.getName().equals(named.group(2))).findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    @Test
    void aRowSaysWhereItsTestNeedsWorkerProcesses() throws IOException {
        var silent = ROW.matcher(Files.readString(PAGE)).results()
                .filter(row -> OURS.matcher(row.group(2)).results().anyMatch(named -> !row.group(3).contains(needs(named))))
                .map(MatchResult::group).toList();
        assertEquals(List.of(), silent);
    }

    private static String needs(MatchResult named) {
        var in = method(named).map(method -> method.getAnnotation(In.class));
        if (in.isEmpty()) return "";
        if (List.of(in.get().with()).contains("troupe.isolation=process")) return "`troupe.isolation=process`";
        return List.of(in.get().value()).contains(Mode.EMBEDDED) || List.of(in.get().value()).contains(Mode.LOCAL) ? ""
                : "worker processes";
    }

    @Test
    void everyTestOfRaysHasOursOrAReason() throws IOException {
        var rows = ROW.matcher(Files.readString(PAGE)).results().toList();
        var neither = rows.stream().filter(row -> row.group(2).isBlank() && row.group(3).isBlank()).map(MatchResult::group).toList();
        assertEquals(List.of(), neither);
        assertEquals(195, rows.size());
        assertEquals(195, new HashSet<>(rows.stream().map(row -> row.group(1)).toList()).size());
    }
}
