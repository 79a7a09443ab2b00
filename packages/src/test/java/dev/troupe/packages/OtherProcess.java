package dev.troupe.packages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.troupe.process.ClassPath;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Another JVM with the same cache that obeys: one line after another on standard input, an answer to each.
final class OtherProcess implements AutoCloseable {
    private final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    OtherProcess(Path cache, long limit) throws IOException {
        String classPath = ClassPath.home(PackageCache.class) + File.pathSeparator + ClassPath.home(OtherProcess.class) + File.pathSeparator
                + ClassPath.home(ClassPath.class);
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
                "-XX:TieredStopAtLevel=1", "-cp", classPath, OtherProcess.class.getName(), cache.toString(), Long.toString(limit))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        to = new PrintStream(process.getOutputStream(), true, UTF_8);
        from = process.inputReader(UTF_8);
    }

    void tell(Object... words) {
        to.println(String.join(" ", Arrays.stream(words).map(Object::toString).toList()));
    }

    String answer() throws IOException {
        return from.readLine();
    }

    String ask(Object... words) throws IOException {
        tell(words);
        return answer();
    }

    /// Kills it with signal 9.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        PackageCache cache = PackageCache.open(Path.of(arguments[0]), Long.parseLong(arguments[1])); // stays open until the kill
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> words = List.of(line.split(" ", -1));
                System.out.println(obey(cache, words));
            }
        }
    }

    @SuppressWarnings("resource") // this process ends with signal 9
    private static String obey(PackageCache cache, List<String> words) throws IOException, InterruptedException {
        int size = Integer.parseInt(words.get(1));
        long seed = Long.parseLong(words.get(2));
        return switch (words.getFirst()) {
            case "put" -> Code.put(cache, Code.bytes(size, seed)).file().toString();
            case "half" -> {
                Incoming incoming = cache.receive(Code.announce(Code.bytes(size, seed), "half.jar"));
                incoming.write(Code.bytes(size, seed), 0, size / 2);
                yield "half";
            }
            case "churn" -> churn(cache, size, seed);
            default -> throw new IllegalArgumentException(words.toString());
        };
    }

    /// Fetches packages at random, and checks that what it holds does not change meanwhile.
    private static String churn(PackageCache cache, int size, long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        Fetching fetching = new Fetching(cache);
        int wrong = 0;
        for (int round = 0; round < 100; round++) {
            byte[] bytes = Code.bytes(size, random.nextInt(20));
            CodePackage wanted = Code.announce(bytes, "code.jar");
            try (PinnedPackage held = fetching.fetch(wanted, Code.source(bytes))) {
                byte[] other = Code.bytes(size, random.nextInt(20));
                fetching.fetch(Code.announce(other, "other.jar"), Code.source(other)).close();
                wrong += PackageId.of(held.file()).equals(wanted.id()) ? 0 : 1;
            }
        }
        return wrong + " wrong";
    }
}
