package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Classes that all need each other can only be understood together. No package has more than a dozen of those.
final class CyclesTest {
    private static final int MOST = 12;

    static List<String> modules() {
        return List.of("text", "link", "values", "process", "task", "parallel", "redis", "store", "head", "node", "dijob", "kube",
                "operator",
                "cli");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void noMoreThanADozenClassesOfAModuleNeedEachOther(String module) {
        var cycles = cycles(uses(module));
        var largest = cycles.stream().filter(cycle -> cycle.size() > MOST).toList();
        assertEquals(List.of(), largest, "in " + module + ", pass each class the two or three things it calls");
    }

    @Test
    void aCycleIsFoundWhateverIsBesideIt() {
        Map<String, Set<String>> uses = Map.of("a", Set.of("b"), "b", Set.of("c", "d"), "c", Set.of("a"), "d", Set.of("e"), "e", Set.of());
        assertTrue(cycles(uses).contains(Set.of("a", "b", "c")), () -> cycles(uses).toString());
        assertEquals(3, cycles(uses).size());
    }

    /// Which top-level class uses which others of its package.
    private static Map<String, Set<String>> uses(String module) {
        Path classes = Shell.ROOT.resolve(module, "target/classes/dev/troupe", module);
        assertTrue(Files.isDirectory(classes), classes::toString);
        String pack = "dev.troupe." + module;
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass one : new ClassFileImporter().importPath(classes)) {
            if (one.getPackageName().equals(pack)) {
                var used = uses.computeIfAbsent(file(one), _ -> new TreeSet<>());
                one.getDirectDependenciesFromSelf().stream().map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> target.getPackageName().equals(pack)).map(CyclesTest::file).forEach(used::add);
            }
        }
        return uses;
    }

    private static String file(JavaClass of) {
        return of.getName().substring(of.getPackageName().length() + 1).replaceFirst("\\$.*", "");
    }

    /// The strongly connected components: classes are together when each can be reached from the other.
    private static Set<Set<String>> cycles(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(one -> reached.put(one, reached(one, uses)));
        Set<Set<String>> cycles = new HashSet<>();
        for (String one : uses.keySet()) {
            Set<String> cycle = new TreeSet<>(reached.get(one));
            cycle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(one));
            cycle.add(one);
            cycles.add(cycle);
        }
        return cycles;
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(uses.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            String one = next.pop();
            if (reached.add(one)) {
                next.addAll(uses.getOrDefault(one, Set.of()));
            }
        }
        return reached;
    }
}
