package dev.troupe.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An [ObjectNode] in another process.
final class NodeProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter out;
    private final BufferedReader in;
    final String address;
    final int rawPort;

    /// @param before what the command begins with, e.g. to run it in a namespace
    NodeProcess(List<String> before, String path, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED", "-cp", path, "dev.troupe.benchmarks.ObjectNode"));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.outputWriter();
        in = process.inputReader();
        String[] where = answer().split(" ", -1);
        address = where[0];
        rawPort = Integer.parseInt(where[1]);
    }

    void tell(String line) throws IOException {
        out.write(line);
        out.newLine();
        out.flush();
    }

    String answer() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("a node of the benchmark ended; its standard error says why");
        }
        return line;
    }

    String ask(String line) throws IOException {
        tell(line);
        return answer();
    }

    @Override
    public void close() throws IOException {
        out.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
