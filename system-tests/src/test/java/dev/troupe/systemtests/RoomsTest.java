package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Keeps the modules small enough to find one's way in them: the size of packages, the cycles of classes, and the order of modules.
final class RoomsTest {
    private static final int MOST_CLASSES = 60;
    private static final int LONGEST_CYCLE = 12;
    /// Packages that are larger today. The numbers may only become smaller; an entry goes when it is not needed any more.
    ///
    /// Two thirds of the classes of `task` are the API that programs import from this one package, and the others implement it and are
    /// package-private: a part of them could only become a module if programs changed their imports or the implementation became public.
    private static final Map<String, Integer> LARGER = Map.of("task", 66);
    private static final Map<String, Integer> MORE_ENTANGLED = Map.of();

    /// For each module, the classes of its package and those of the package that each uses; nested classes count as their outermost one.
    private static final Map<String, Map<String, Set<String>>> USES = uses();

    private static Map<String, Map<String, Set<String>>> uses() {
        Map<String, Map<String, Set<String>>> all = new TreeMap<>();
        HouseRulesTest.MODULES.keySet().forEach(module -> all.put(module, new TreeMap<>()));
        for (JavaClass one : HouseRulesTest.OURS) {
            String module = one.getPackageName().replace("dev.troupe.", "");
            if (all.containsKey(module) && !one.getSimpleName().equals("package-info")) {
                Set<String> used = all.get(module).computeIfAbsent(outermost(one), _ -> new TreeSet<>());
                one.getDirectDependenciesFromSelf().stream().map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> target.getPackageName().equals(one.getPackageName())).map(RoomsTest::outermost)
                        .filter(target -> !target.equals(outermost(one))).forEach(used::add);
            }
        }
        return all;
    }

    private static String outermost(JavaClass one) {
        return one.getName().replaceFirst("\\$.*", "");
    }

    @Test
    void aPackageHasAtMostSixtyClasses() {
        USES.forEach((module, classes) -> check(module, classes.size(), MOST_CLASSES, LARGER, "classes in one package"));
    }

    @Test
    void noMoreThanTwelveClassesUseEachOtherInACircle() {
        USES.forEach((module, classes) -> {
            List<String> longest = longestCycle(classes);
            check(module, longest.size(), LONGEST_CYCLE, MORE_ENTANGLED, "classes in one cycle: " + longest);
        });
    }

    private static void check(String module, int found, int most, Map<String, Integer> exceptions, String what) {
        assertTrue(found <= exceptions.getOrDefault(module, most), () -> module + " has " + found + " " + what);
        assertTrue(found > most || !exceptions.containsKey(module), () -> module + " is no exception any more; remove it from this test");
    }

    @Test
    void aModuleUsesOnlyThoseListedBeforeIt() throws IOException {
        List<String> order = Pattern.compile("<module>(.+)</module>").matcher(Files.readString(Shell.ROOT.resolve("pom.xml"))).results()
                .map((MatchResult found) -> found.group(1)).toList();
        Set<String> wrong = new TreeSet<>();
        HouseRulesTest.MODULES.forEach((module, used) -> used.stream().filter(other -> order.indexOf(other) >= order.indexOf(module))
                .forEach(other -> wrong.add(module + " uses " + other + ", which pom.xml lists after it")));
        assertEquals(Set.of(), wrong);
    }

    @Test
    void theSearchFindsCycles() {
        assertEquals(List.of("a", "b", "c"),
                longestCycle(Map.of("a", Set.of("b"), "b", Set.of("c", "d"), "c", Set.of("a"), "d", Set.of())));
        assertEquals(List.of(), longestCycle(Map.of("a", Set.of("b"), "b", Set.of())));
    }

    /// The largest set of classes each of which can be reached from each other; empty if there is no cycle.
    private static List<String> longestCycle(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reachable = new HashMap<>();
        uses.keySet().forEach(one -> reachable.put(one, reachable(one, uses)));
        List<String> longest = List.of();
        for (String one : new TreeSet<>(uses.keySet())) {
            List<String> cycle = new ArrayList<>(reachable.get(one).stream().filter(other -> reachable.get(other).contains(one)).toList());
            if (cycle.size() > longest.size()) {
                longest = cycle;
            }
        }
        return longest;
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> uses) {
        Set<String> found = new TreeSet<>();
        Deque<Collection<String>> open = new ArrayDeque<>(List.of(uses.get(from)));
        while (!open.isEmpty()) {
            for (String next : open.poll()) {
                if (found.add(next)) {
                    open.add(uses.getOrDefault(next, Set.of()));
                }
            }
        }
        return found;
    }
}
