package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaJarsTest {
    @TempDir
    private Path directory;

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private String address;
    private JavaJars jars;

    @BeforeEach
    void serve() throws IOException {
        jars = new JavaJars(directory.resolve("jars"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            Path file = directory.resolve(exchange.getRequestURI().getPath().substring(1));
            if (Files.exists(file)) {
                byte[] bytes = Files.readAllBytes(file);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
            exchange.close();
        });
        server.start();
        address = "http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort() + "/";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Path zip(String name, String... entries) throws IOException {
        Path file = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private String refused(String jar) {
        return assertThrows(IOException.class, () -> jars.entries(List.of(jar))).getMessage();
    }

    @Test
    void theSameContentIsKeptOnceWhereverItComesFrom() throws Exception {
        Path jar = zip("my code.jar", "greeting.txt");
        List<Path> entries = jars.entries(List.of(jar.toString(), jar.toUri().toString(), address + "my%20code.jar?version=1"));
        assertEquals(3, entries.size());
        assertEquals(1, entries.stream().distinct().count());
        assertTrue(entries.getFirst().startsWith(directory.resolve("jars")));
        assertEquals(-1, Files.mismatch(jar, entries.getFirst()));
        assertEquals(entries.subList(2, 3), jars.entries(List.of(address + "my%20code.jar?version=1")));
        assertEquals(1, requests.get(), "fetched once");
        zip("my code.jar", "something else.txt");
        assertFalse(jars.entries(List.of(jar.toString())).equals(entries.subList(0, 1)), "built anew");
    }

    @Test
    void aZipIsUnpacked() throws Exception {
        zip("code.zip", "greeting.txt", "a.jar", "lib/b.jar", "lib/readme.txt");
        List<Path> entries = jars.entries(List.of(address + "code.zip"));
        Path root = entries.getFirst();
        assertEquals(List.of(root, root.resolve("a.jar"), root.resolve("lib", "b.jar")), entries);
        assertEquals("greeting.txt", Files.readString(root.resolve("greeting.txt")));
    }

    @Test
    void aDirectoryIsTakenAsItIs() throws Exception {
        assertEquals(List.of(directory), jars.entries(List.of(directory.toString())));
    }

    @Test
    void aZipWritesNowhereElse() throws Exception {
        Path evil = zip("evil.zip", "good.txt", "../../outside.txt");
        assertEquals("java_jars: " + evil + " has an entry that points outside it: ../../outside.txt", refused(evil.toString()));
        try (var left = Files.list(directory.resolve("jars"))) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void whatCannotBeHadIsSaidInASentence() throws Exception {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
        assertEquals("java_jars: " + text + " is neither a jar nor a zip", refused(text.toString()));
        assertEquals("java_jars: " + address + "none.jar could not be fetched: the server answered 404; check the address",
                refused(address + "none.jar"));
        assertTrue(refused(directory + "/none.jar").startsWith("java_jars: " + directory + "/none.jar does not exist: give a jar"));
        assertTrue(refused("s3://bucket/a.jar").endsWith("cannot be fetched: use http:, https:, file: or a plain path"));
        assertTrue(refused("file:///a b.jar").contains("write a space as %20"));
        assertTrue(refused("file://host/a.jar").contains("write file:///path/to.jar"));
        server.stop(0);
        assertTrue(refused(address + "gone.jar").contains("could not be fetched ("), refused(address + "gone.jar"));
    }

    @Test
    void workersFindWhatIsInThem() throws Exception {
        zip("code.jar", "greeting.txt");
        Screen screen = new Screen();
        Observer observer = new Observer();
        try (Node node = Node.open(NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).in(directory).showingOn(screen.console()),
                observer)) {
            node.start(new ProcessKey(1), settings(address + "code.jar"), List.of(), ClassPath::ofThisProcess,
                    List.of("resource", "/greeting.txt"), Duration.ofMinutes(1));
            screen.await("greeting.txt");
            node.start(new ProcessKey(2), settings(address + "none.jar"), List.of(), ClassPath::ofThisProcess, List.of("say", "never"),
                    Duration.ofMinutes(1));
            assertTrue(observer.failure(2).startsWith("java_jars: " + address + "none.jar could not be fetched"), observer.failure(2));
            assertEquals(StartFailure.SETUP, observer.cause(2), "the server may answer again");
        }
    }

    private static WorkerSettings settings(String jar) {
        return new WorkerSettings(new JobKey(1), Isolation.PROCESS, List.of(), Map.of(), List.of(jar), Optional.empty());
    }
}
