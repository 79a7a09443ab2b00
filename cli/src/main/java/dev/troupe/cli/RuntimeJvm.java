package dev.troupe.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Command lines of JVMs that run the engine of remote functions, which is not on the class path of the commands themselves.
final class RuntimeJvm {
    private RuntimeJvm() {}

    /// @param options of the JVM
    /// @param main a class of the module `runtime`
    static List<String> command(List<String> options, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.add("-cp");
        command.add(classPath(Path.of(System.getProperty("troupe.home", "."))));
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    // A distribution has what both need only once, beside the commands.
    private static String classPath(Path home) {
        return Files.exists(home.resolve("pom.xml")) ? home.resolve("runtime/target/lib") + "/*"
                : home.resolve("lib/runtime") + "/*:" + home.resolve("lib") + "/*";
    }
}
