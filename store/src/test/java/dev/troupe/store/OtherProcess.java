package dev.troupe.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Another JVM that obeys: one word after another on standard input, an answer to each.
final class OtherProcess implements AutoCloseable {
    private final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    /// @param before words that its command follows
    OtherProcess(String... before) throws IOException {
        String classPath = place(ObjectStore.class) + File.pathSeparator + place(OtherProcess.class);
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-XX:TieredStopAtLevel=1",
                "-cp", classPath, OtherProcess.class.getName()));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        to = new PrintStream(process.getOutputStream(), true, UTF_8);
        from = process.inputReader(UTF_8);
    }

    String ask(Object... words) throws IOException {
        to.println(String.join(" ", Arrays.stream(words).map(Object::toString).toList()));
        return from.readLine();
    }

    String checksum(Path file, Place place) throws IOException {
        return ask("checksum", file, place.offset(), place.bytes(), place.diskFile().map(Path::toString).orElse("-"));
    }

    /// Kills it with signal 9.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> words = List.of(line.split(" "));
                System.out.println(answer(line, words));
            }
        }
    }

    @SuppressWarnings("resource") // this process ends with signal 9
    private static Object answer(String line, List<String> words) throws Exception {
        try {
            return switch (words.getFirst()) {
                case "checksum" -> Contents.checksum(StoreView.map(Path.of(words.get(1))).segment(place(words)));
                case "fill" -> {
                    Contents.fill(StoreView.map(Path.of(words.get(1))).writable(place(words)), Long.parseLong(words.get(5)));
                    yield "filled";
                }
                case "open" -> {
                    ObjectStore store = ObjectStore.open(Path.of(words.get(1)), "other",
                            words.size() > 3 ? Long.parseLong(words.get(3)) : 1 << 20, Path.of(words.get(2)));
                    for (int i = 0; i < 20; i++) {
                        Contents.put(store, 100_000, i);
                    }
                    yield store.file();
                }
                case "lock" -> FileChannel.open(Path.of(words.get(1)), StandardOpenOption.WRITE).lock().isValid();
                default -> throw new IllegalArgumentException(line);
            };
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static Place place(List<String> words) {
        return new Place(0, Long.parseLong(words.get(2)), Long.parseLong(words.get(3)),
                words.get(4).equals("-") ? Optional.empty() : Optional.of(Path.of(words.get(4))));
    }
}
