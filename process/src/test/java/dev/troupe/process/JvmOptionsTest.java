package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmOptionsTest {
    private static List<String> all(List<String> given, List<String> inherited, Map<String, String> variables) {
        return JvmOptions.all(given, inherited, List.of("-XX:AOTCache=ours"), 1, variables);
    }

    @Test
    void oursComeFirstAndTheUsersLast() {
        List<String> all = all(List.of("-Dx=1"), List.of("-Xmx1g"), Map.of());
        assertTrue(all.containsAll(List.of("-XX:+UseSerialGC", "-Xms32m", "-XX:AOTCache=ours")), all.toString());
        assertEquals(List.of("-Xmx1g", "-Dx=1"), all.subList(all.size() - 2, all.size()));
        assertTrue(JvmOptions.all(List.of(), List.of(), List.of(), 4, Map.of()).contains("-XX:+UseParallelGC"));
    }

    @Test
    void whatTheUserDecidesWeDoNot() {
        assertFalse(all(List.of("-XX:+UseZGC"), List.of(), Map.of()).contains("-XX:+UseSerialGC"));
        assertFalse(all(List.of(), List.of(), Map.of("JAVA_TOOL_OPTIONS", "-Da='b c' -XX:+UseG1GC")).contains("-XX:+UseSerialGC"));
        assertFalse(all(List.of("-Xms1g"), List.of(), Map.of()).contains("-Xms32m"));
        String format = "-Djava.util.logging.SimpleFormatter.format=";
        assertEquals(List.of(format + "%5$s"), all(List.of(format + "%5$s"), List.of(), Map.of()).stream()
                .filter(option -> option.startsWith(format)).toList());
        assertEquals(List.of(format + "%5$s%n\n"), all(List.of(format + "%5$s%n\n"), List.of(), Map.of()).stream()
                .filter(option -> option.startsWith(format)).toList());
        assertFalse(all(List.of("-XX:InitialHeapSize=1g"), List.of(), Map.of()).contains("-Xms32m"));
        assertFalse(all(List.of("-XX:AOTCacheOutput=new"), List.of(), Map.of()).contains("-XX:AOTCache=ours"));
    }

    @Test
    void aCacheThatWouldBeRefusedIsNotEvenTried() {
        assertFalse(all(List.of("--add-opens", "java.base/java.util=ALL-UNNAMED"), List.of(), Map.of()).contains("-XX:AOTCache=ours"));
        assertFalse(all(List.of("--add-modules=jdk.incubator.vector"), List.of(), Map.of()).contains("-XX:AOTCache=ours"));
        assertFalse(all(List.of(), List.of("--illegal-native-access=deny"), Map.of()).contains("-XX:AOTCache=ours"));
        assertFalse(all(List.of(), List.of("-Djava.system.class.loader=Own"), Map.of()).contains("-XX:AOTCache=ours"));
        assertTrue(all(List.of("-Xmx1g"), List.of("-ea", "--enable-preview"), Map.of()).contains("-XX:AOTCache=ours"));
    }

    @Test
    void aDebuggerOfTheLauncherIsNotForItsWorkers() {
        List<String> all = all(List.of(), List.of("-agentlib:jdwp=transport=dt_socket,server=y,address=5005", "-XX:AOTCache=cli", "-ea"),
                Map.of());
        assertEquals(1, all.stream().filter(option -> option.contains("jdwp") || option.contains("AOTCache")).count());
        assertTrue(all.contains("-ea"));
    }
}
