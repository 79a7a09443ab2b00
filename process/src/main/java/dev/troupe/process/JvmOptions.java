package dev.troupe.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The options of a worker's JVM: our defaults, as far as the user does not override them, then the user's own.
public final class JvmOptions {
    /// The initial heap is small, because most of a hundred workers on one machine may be idle; it may grow as usual. The opened package lets
    /// values be serialized without warnings. A log record is one line, without the class that wrote it.
    private static final List<String> OURS = List.of("-Xms32m", "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "-Djava.util.logging.SimpleFormatter.format=%1$tT %4$s: %5$s%6$s%n");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w*GC");
    private static final Pattern FLAG = Pattern.compile("-XX:[+-]?(\\w+).*");
    private static final Pattern SIZE = Pattern.compile("(-Xm[snx]|-Xss).*");
    /// With one of these options, a JVM rejects a cache that was made without it, and then starts more slowly than without a cache.
    private static final Pattern UNLIKE_TRAINED = Pattern
            .compile("--(add-|enable-native|illegal-native|limit-modules|module|patch-module|upgrade-module).*|-p|-m|-javaagent.*|-agent.*"
                    + "|-Djava\\.system\\.class\\.loader=.*");
    private static final Pattern PROPERTY = Pattern.compile("(-D[^=]+)=.*", Pattern.DOTALL);
    private static final Pattern DEBUGGER = Pattern.compile("-agentlib:jdwp.*|-Xrunjdwp.*|-Xdebug|-XX:AOT.*|-XX:SharedArchiveFile.*");

    private JvmOptions() {}

    /// All of them, in the order of the command line.
    ///
    /// @param given by the user for the workers
    /// @param inherited of this process, for workers that run the same program
    /// @param more of ours
    /// @param processorsEach a worker's share of this machine
    public static List<String> all(List<String> given, List<String> inherited, List<String> more, int processorsEach,
            Map<String, String> variables) {
        List<String> users = new ArrayList<>(
                ModuleOptions.onClassPath(inherited).stream()
                        .filter(option -> !DEBUGGER.matcher(option).matches() && !OURS.contains(option)).toList());
        users.addAll(given);
        Set<String> decided = new HashSet<>();
        users.forEach(option -> decided.add(subject(option)));
        ofVariables(variables).forEach(option -> decided.add(subject(option)));
        List<String> all = new ArrayList<>(OURS);
        all.add(collector(processorsEach));
        all.addAll(more);
        all.removeIf(option -> decided.contains(subject(option)));
        if (users.stream().anyMatch(option -> UNLIKE_TRAINED.matcher(option).matches())) {
            all.removeIf(option -> subject(option).equals("archive"));
        }
        all.addAll(users);
        return all;
    }

    /// The collector that takes the least time from user code: one thread if cores are few, several if a worker has them. Measured with 120 million
    /// small objects on two busy cores: 3.6 s of processor time with the serial collector, 5.9 s parallel, 6.2 s with G1.
    private static String collector(int processorsEach) {
        return processorsEach <= 2 ? "-XX:+UseSerialGC" : "-XX:+UseParallelGC";
    }

    /// The subject of an option. Two options with the same subject must not be combined.
    static String subject(String option) {
        if (COLLECTOR.matcher(option).matches()) {
            return "collector";
        }
        if (option.startsWith("-XX:AOT") || option.startsWith("-XX:SharedArchiveFile")
                || option.startsWith("-XX:+AutoCreateSharedArchive")) {
            return "archive";
        }
        for (Pattern pattern : List.of(FLAG, SIZE, PROPERTY)) {
            Matcher matcher = pattern.matcher(option);
            if (matcher.matches()) {
                return switch (matcher.group(1)) {
                    case "InitialHeapSize", "InitialRAMPercentage" -> "-Xms";
                    case "MaxHeapSize", "MaxRAMPercentage" -> "-Xmx";
                    case "ThreadStackSize" -> "-Xss";
                    default -> matcher.group(1);
                };
            }
        }
        return option;
    }

    /// The options that a JVM takes from its environment.
    static List<String> ofVariables(Map<String, String> variables) {
        return Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .flatMap(variable -> words(variables.getOrDefault(variable, "")).stream()).toList();
    }

    private static List<String> words(String text) {
        return WORD.matcher(text).results().map(result -> result.group().replaceAll("[\"']", "")).toList();
    }
}
