package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What the pages name exists, and what exists is named.
final class DocsTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");
    private static final Pattern CASES = Pattern.compile("(?m)^\\| .+ \\| (\\d+) \\| (.+) \\|$");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        var tests = tests();
        var missing = new ArrayList<String>();
        for (var page : pages()) {
            TEST.matcher(Files.readString(page)).results().filter(named -> !exists(named, tests))
                    .forEach(named -> missing.add(page.getFileName() + ": " + named.group()));
        }
        assertEquals(List.of(), missing);
    }

    private static boolean exists(MatchResult named, Map<String, String> tests) {
        var source = tests.get(named.group(1));
        return source != null && (named.group(2) == null || source.contains("void " + named.group(2) + "("));
    }

    @Test
    void theJobsOnThePageAreTheExamples() throws IOException {
        var page = Files.readString(Shell.ROOT.resolve("docs", "kubernetes.md"));
        for (var file : List.of("dijob.yaml", "aggregator.yaml")) {
            assertTrue(page.contains("```yaml\n" + Files.readString(Shell.ROOT.resolve("examples/dijob", file)) + "```\n"), file);
        }
    }

    @Test
    void everyGuaranteeNamesItsTest() throws IOException {
        var remote = Files.readString(Shell.ROOT.resolve("docs", "remote-functions.md")).split("## What is guaranteed\n", 2)[1];
        for (var guarantees : List.of(Files.readString(Shell.ROOT.resolve("docs", "guarantees.md")), remote)) {
            var sentences = guarantees.split("\n(?=- )", -1);
            var without = Stream.of(sentences).skip(1).filter(sentence -> !TEST.matcher(sentence.split("\n\n", 2)[0]).find()).toList();
            assertEquals(List.of(), without);
        }
    }

    /// It had so many, over all its versions.
    @Test
    void everyCaseOfDIOrchestratorHasATestOrAReason() throws IOException {
        var rows = CASES.matcher(Files.readString(Shell.ROOT.resolve("docs", "dijob-compatibility.md"))).results().toList();
        var neither = rows.stream().map(row -> row.group(2)).filter(ours -> !TEST.matcher(ours).find())
                .filter(ours -> !ours.startsWith("does not arise: ")).toList();
        assertEquals(List.of(), neither);
        assertEquals(154, rows.stream().mapToInt(row -> Integer.parseInt(row.group(1))).sum());
    }

    @Test
    void helpHasEveryOptionAndEachHasATest() throws Exception {
        var help = ditask.run("--help").ok();
        var options = OPTION.matcher(String.join("\n", help.out())).results().map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        var wanted = List.of("--package", "--main", "--parallel-workers", "--protocol", "--address", "--ports", "--node-ids", "--labels",
                "--attach-to", "--topology", "--token-file", "--tls", "--plain", "--mq-type", "--redis-host", "--redis-port",
                "--startup-interval",
                "--auto-recover", "--max-retries", "--platform", "--platform-spec", "--trace-events");
        assertTrue(options.containsAll(wanted), options::toString);
        var tested = tests().get("OptionsTest") + tests().get("RedisTest");
        options.removeAll(List.of("--help", "--version", "--debug")); // of every command: TroupeTest, ShellTest
        options.removeIf(option -> Pattern.compile("\"" + option + "[\"=]").matcher(tested).find());
        assertEquals(new TreeSet<>(), options, "options without a test in OptionsTest or RedisTest");
    }

    private static List<Path> pages() throws IOException {
        var pages = new ArrayList<Path>();
        for (var folder : List.of(Shell.ROOT, Shell.ROOT.resolve("docs"))) {
            try (var files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    /// The source of each test class, by name.
    private static Map<String, String> tests() throws IOException {
        try (var modules = Files.list(Shell.ROOT)) {
            return modules.map(module -> module.resolve("src/test/java")).filter(Files::isDirectory).flatMap(DocsTest::sources)
                    .collect(Collectors.toMap(file -> file.getFileName().toString().replace(".java", ""), DocsTest::read, (a, b) -> a + b));
        }
    }

    private static Stream<Path> sources(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
