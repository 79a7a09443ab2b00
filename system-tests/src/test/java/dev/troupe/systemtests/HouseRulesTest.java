package dev.troupe.systemtests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/// What Maven cannot say about the modules, their order and what they bring along.
final class HouseRulesTest {
    /// Each module and the modules it may use.
    static final Map<String, Set<String>> MODULES = Map.ofEntries(
            Map.entry("text", Set.of()),
            Map.entry("transport", Set.of()),
            Map.entry("link", Set.of("transport")),
            Map.entry("values", Set.of()),
            Map.entry("functions", Set.of("values")),
            Map.entry("process", Set.of()),
            Map.entry("task", Set.of("text", "transport", "values", "functions")),
            Map.entry("parallel", Set.of("text", "transport", "link", "values", "functions", "process", "task")),
            Map.entry("redis", Set.of("transport")),
            Map.entry("store", Set.of()),
            Map.entry("packages", Set.of("process")),
            Map.entry("head", Set.of("values")),
            Map.entry("transfer", Set.of("transport", "link", "store")),
            Map.entry("node", Set.of("process", "store", "packages", "head", "messages", "cluster")),
            Map.entry("messages", Set.of("transport", "link", "values", "functions", "store", "head")),
            Map.entry("cluster", Set.of("transport", "link", "values", "store", "packages", "head", "messages")),
            Map.entry("objects", Set.of("transport", "values", "store", "head", "messages", "cluster")),
            Map.entry("calls", Set.of("values", "functions", "head", "messages", "cluster", "objects")),
            Map.entry("hosting", Set.of("transport", "functions", "head", "messages", "cluster", "objects", "calls")),
            Map.entry("runtime",
                    Set.of("transport", "link", "values", "functions", "process", "store", "packages", "head", "transfer", "messages",
                            "cluster",
                            "node", "objects", "calls", "hosting")),
            Map.entry("ssh", Set.of("text", "process")),
            Map.entry("dijob", Set.of("text")),
            Map.entry("lifecycle", Set.of("dijob")),
            Map.entry("jobs", Set.of("dijob")),
            Map.entry("kube", Set.of("dijob", "lifecycle", "jobs")),
            Map.entry("jobserver", Set.of("dijob", "lifecycle", "kube")),
            Map.entry("operator", Set.of("dijob", "lifecycle", "jobs", "kube", "jobserver")),
            Map.entry("cli", Set.of("text", "transport", "process", "task", "parallel", "redis", "ssh", "dijob", "jobs")),
            Map.entry("examples", Set.of("task", "runtime")));

    /// What a user's build gets with each module.
    private static final Map<String, Set<String>> BROUGHT = Map.ofEntries(
            Map.entry("text", Set.of()),
            Map.entry("transport", Set.of()),
            Map.entry("link", Set.of("dev.troupe:transport")),
            Map.entry("values", Set.of()),
            Map.entry("functions", Set.of("dev.troupe:values")),
            Map.entry("process", Set.of()),
            Map.entry("task", Set.of("dev.troupe:text", "dev.troupe:transport", "dev.troupe:values", "dev.troupe:functions")),
            Map.entry("parallel",
                    Set.of("dev.troupe:text", "dev.troupe:transport", "dev.troupe:link", "dev.troupe:values", "dev.troupe:functions",
                            "dev.troupe:process", "dev.troupe:task")),
            Map.entry("redis", Set.of("dev.troupe:transport", "redis.clients:jedis")),
            Map.entry("store", Set.of()),
            Map.entry("packages", Set.of("dev.troupe:process")),
            Map.entry("head", Set.of("dev.troupe:values")),
            Map.entry("transfer", Set.of("dev.troupe:transport", "dev.troupe:link", "dev.troupe:store")),
            Map.entry("messages",
                    Set.of("dev.troupe:transport", "dev.troupe:link", "dev.troupe:values", "dev.troupe:functions", "dev.troupe:store",
                            "dev.troupe:head", "io.ray:ray-api", "javax.xml.bind:jaxb-api")),
            Map.entry("cluster",
                    Set.of("dev.troupe:store", "dev.troupe:packages", "dev.troupe:head", "dev.troupe:messages")),
            Map.entry("node",
                    Set.of("dev.troupe:process", "dev.troupe:head", "dev.troupe:cluster", "dev.troupe:store", "dev.troupe:packages")),
            Map.entry("objects",
                    Set.of("dev.troupe:transport", "dev.troupe:values", "dev.troupe:store", "dev.troupe:head", "dev.troupe:messages",
                            "dev.troupe:cluster")),
            Map.entry("calls", Set.of("dev.troupe:values", "dev.troupe:functions", "dev.troupe:head", "dev.troupe:messages",
                    "dev.troupe:cluster", "dev.troupe:objects")),
            Map.entry("hosting",
                    Set.of("dev.troupe:transport", "dev.troupe:functions", "dev.troupe:head", "dev.troupe:messages", "dev.troupe:cluster",
                            "dev.troupe:objects", "dev.troupe:calls")),
            Map.entry("runtime",
                    Set.of("dev.troupe:transport", "dev.troupe:link", "dev.troupe:values", "dev.troupe:functions", "dev.troupe:store",
                            "dev.troupe:head", "dev.troupe:messages", "dev.troupe:cluster", "dev.troupe:transfer", "dev.troupe:packages",
                            "dev.troupe:node", "dev.troupe:objects", "dev.troupe:calls", "dev.troupe:hosting", "io.ray:ray-api",
                            "javax.xml.bind:jaxb-api")),
            Map.entry("ssh", Set.of("dev.troupe:text", "dev.troupe:process")),
            Map.entry("dijob", Set.of("dev.troupe:text", "org.snakeyaml:snakeyaml-engine")),
            Map.entry("jobs", Set.of("dev.troupe:dijob")));

    static final JavaClasses OURS = new ClassFileImporter().withImportOption(place -> !place.contains("/fory/"))
            .importJars(MODULES.keySet().stream().map(HouseRulesTest::jar).toList());

    @Test
    void theRulesSeeTheClasses() {
        assertTrue(OURS.contain("dev.troupe.cli.Ditask") && OURS.contain("dev.troupe.task.Parallel")
                && OURS.contain("dev.troupe.transport.Identity"));
    }

    @Test
    void aModuleUsesOnlyThoseItMay() {
        MODULES.forEach((module, allowed) -> {
            var above = MODULES.keySet().stream().filter(other -> !other.equals(module) && !allowed.contains(other));
            var forbidden = above.map(other -> "dev.troupe." + other + "..").toArray(String[]::new);
            noClasses().that().resideInAPackage("dev.troupe." + module).should().dependOnClassesThat().resideInAnyPackage(forbidden)
                    .allowEmptyShould(true).check(OURS);
        });
    }

    @Test
    void whatUsersCompileAgainstUsesNothingButTheJdk() {
        classes().that()
                .resideInAnyPackage("dev.troupe.text", "dev.troupe.transport", "dev.troupe.link", "dev.troupe.values",
                        "dev.troupe.functions", "dev.troupe.process",
                        "dev.troupe.task", "dev.troupe.parallel")
                .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "javax..", "dev.troupe..")
                .allowEmptyShould(true).check(OURS);
    }

    @Test
    void aModuleIsOnePackage() throws IOException {
        for (var module : MODULES.keySet()) {
            for (var entry : classesIn(module)) {
                var name = entry.replaceFirst("^META-INF/versions/\\d+/", "");
                if (name.startsWith("dev/troupe/values/fory/") && module.equals("values")) continue; // renamed, not ours
                if (name.startsWith("io/ray/runtime/") && module.equals("runtime")) continue; // what Ray's API looks for by name
                if (name.startsWith("dev/troupe/examples/cartpole/")) continue; // a program of several files
                if (name.startsWith("dev/troupe/examples/remote/")) continue; // nothing of them runs through ditask
                assertEquals("dev/troupe/" + module, name.substring(0, name.lastIndexOf('/')), entry);
            }
        }
    }

    @Test
    void whatUsersCompileAgainstBringsNothingElse() throws Exception {
        for (var module : BROUGHT.keySet()) {
            var pom = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                    .parse(Shell.ROOT.resolve(module, "target/published-pom.xml").toFile());
            assertEquals(0, pom.getElementsByTagName("parent").getLength(), module);
            var dependencies = pom.getElementsByTagName("dependency");
            var brought = Stream.iterate(0, i -> i < dependencies.getLength(), i -> i + 1).map(i -> (Element) dependencies.item(i))
                    .filter(dependency -> !text(dependency, "optional").equals("true"))
                    .map(dependency -> text(dependency, "groupId") + ":" + text(dependency, "artifactId")).collect(toSet());
            assertEquals(BROUGHT.get(module), brought, module);
        }
    }

    @Test
    void onlyCommandsAndWorkersEndTheProcess() {
        noClasses().that().doNotHaveFullyQualifiedName("dev.troupe.cli.Shell")
                .and().doNotHaveFullyQualifiedName("dev.troupe.parallel.Worker")
                .and().doNotHaveFullyQualifiedName("dev.troupe.process.Orphan")
                .and().doNotHaveFullyQualifiedName("dev.troupe.node.Lifeline")
                .and().doNotHaveFullyQualifiedName("dev.troupe.runtime.WorkerMain")
                .and().doNotHaveFullyQualifiedName("dev.troupe.runtime.NodeMain")
                .and().doNotHaveFullyQualifiedName("dev.troupe.runtime.StatusMain")
                .should().callMethod(System.class, "exit", int.class)
                .orShould().callMethod(Runtime.class, "exit", int.class)
                .orShould().callMethod(Runtime.class, "halt", int.class).check(OURS);
    }

    @Test
    void testsDoNotSleep() throws IOException {
        try (var modules = Files.list(Shell.ROOT)) {
            List<Path> tests = modules.map(module -> module.resolve("target/test-classes")).filter(Files::isDirectory).toList();
            assertFalse(tests.isEmpty());
            noClasses().should().callMethod(Thread.class, "sleep", long.class)
                    .orShould().callMethod(Thread.class, "sleep", java.time.Duration.class)
                    .orShould().callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class)
                    .because("a test waits for what it tests, not for the clock").check(new ClassFileImporter().importPaths(tests));
        }
    }

    private static JarFile jar(String module) {
        try {
            return new JarFile(Shell.ROOT.resolve(module, "target", module + "-" + System.getProperty("troupe.version") + ".jar").toFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> classesIn(String module) throws IOException {
        try (var jar = jar(module)) {
            return jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")).toList();
        }
    }

    private static String text(Element element, String child) {
        var found = element.getElementsByTagName(child);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }
}
