package dev.troupe.systemtests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Commands as a user types them, `bin/ditask` of this checkout above all, in a directory and with a home of their own. Whatever a test
/// started has ended when the test has, whichever way it ends.
final class Ditask implements BeforeEachCallback, AfterEachCallback {
    /// Listens where nobody else can connect.
    static final String HERE = "--address=127.0.0.1";
    /// The package with [Programs].
    static final Path PROGRAMS = Shell.ROOT.resolve("system-tests", "target", "test-classes");

    private final List<Running> started = new CopyOnWriteArrayList<>();
    private Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("troupe-system-test");
        Files.createDirectory(directory.resolve("home"));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        started.forEach(Running::close);
        started.clear();
        try (Stream<Path> files = Files.walk(directory)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    /// Where the commands run.
    Path directory() {
        return directory;
    }

    /// Ports that nobody listened on a moment ago.
    static int[] freePorts(int count) throws IOException {
        var held = new ArrayList<ServerSocket>();
        try {
            for (int i = 0; i < count; i++) held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            return held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (var socket : held) socket.close();
        }
    }

    static int freePort() throws IOException {
        return freePorts(1)[0];
    }

    /// The first of several free ports in a row.
    static int freePortsInARow(int count) throws IOException {
        while (true) {
            int first = freePort();
            if (IntStream.range(first + 1, first + count).allMatch(Ditask::isFree)) return first;
        }
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    Call with(String variable, Object value) {
        return call().with(variable, value);
    }

    /// Runs a method of [Programs].
    Ended play(String method, Object... arguments) throws InterruptedException, IOException {
        return call().play(method, arguments);
    }

    Running startPlay(String method, Object... arguments) throws IOException {
        return call().startPlay(method, arguments);
    }

    Ended run(Object... arguments) throws InterruptedException, IOException {
        return call().run(arguments);
    }

    Call call() {
        return new Call(List.of(), directory, Map.of("HOME", directory.resolve("home").toString(), "TROUPE_TOKEN", "", "DI_NODES", "",
                "DI_RANK", "", "JAVA_TOOL_OPTIONS", "", "JDK_JAVA_OPTIONS", ""));
    }

    /// A command line, and what surrounds it.
    final class Call {
        /// What is written before the command, e.g. `ip netns exec host1`.
        private final List<String> before;
        private final Path in;
        private final Map<String, String> variables;

        private Call(List<String> before, Path in, Map<String, String> variables) {
            this.before = before;
            this.in = in;
            this.variables = variables;
        }

        Call with(String variable, Object value) {
            var more = new HashMap<>(variables);
            more.put(variable, value.toString());
            return new Call(before, in, more);
        }

        Call in(Path other) {
            return new Call(before, other, variables);
        }

        Call after(String... words) {
            return new Call(List.of(words), in, variables);
        }

        Ended play(String method, Object... arguments) throws InterruptedException, IOException {
            return startPlay(method, arguments).ended();
        }

        Running startPlay(String method, Object... arguments) throws IOException {
            return start(Stream.concat(Stream.of("--package", PROGRAMS, "--main", Programs.class.getName() + "." + method),
                    Arrays.stream(arguments)).toArray());
        }

        Ended run(Object... arguments) throws InterruptedException, IOException {
            return start(arguments).ended();
        }

        Running start(Object... arguments) throws IOException {
            return startCommand(Stream.concat(Stream.of(Shell.ROOT.resolve("bin", "ditask")), Arrays.stream(arguments)).toArray());
        }

        Running startCommand(Object... words) throws IOException {
            var command = Stream.concat(before.stream(), Arrays.stream(words).map(Object::toString)).toList();
            var builder = new ProcessBuilder(command).directory(in.toFile());
            variables.forEach((name, value) -> {
                if (value.isEmpty()) builder.environment().remove(name);
                else
                    builder.environment().put(name, value);
            });
            var running = new Running(builder);
            started.add(running);
            return running;
        }
    }
}
