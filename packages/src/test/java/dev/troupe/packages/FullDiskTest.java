package dev.troupe.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real file system of 4 MiB that fills up: needs the right to mount.
class FullDiskTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path folder;
    private Path small;

    @BeforeEach
    void mount() throws Exception {
        small = Files.createDirectory(folder.resolve("small"));
        if (run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", small.toString()) != 0) {
            System.err.println("SKIPPED FullDiskTest: a file system cannot be mounted here; run it as root on Linux");
            abort("a file system cannot be mounted here; run it as root on Linux");
        }
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "--lazy", small.toString());
    }

    @Test
    void aDiskThatFillsUpMeanwhileIsSaidInOneLineAndNothingIsLeft() throws IOException {
        try (PackageCache cache = PackageCache.open(small.resolve("packages"), 64 * MIB)) {
            byte[] bytes = Code.bytes(3 * MIB, 1);
            CodePackage wanted = Code.announce(bytes, "my-app.jar");
            try (Incoming incoming = cache.receive(wanted)) {
                incoming.write(bytes, 0, MIB);
                Files.write(small.resolve("other"), new byte[2 * MIB]);
                String why = assertThrows(IOException.class, () -> incoming.write(bytes, MIB, 2 * MIB)).getMessage();
                assertTrue(why.startsWith(wanted + " cannot be written to " + cache.directory() + " (No space left on device); "), why);
                assertTrue(why.endsWith(" bytes are free there: free space, or choose another directory"), why);
            }
            assertEquals(List.of(), Code.parts(small));
            assertEquals(List.of(), Code.shared(cache.directory()));
            Files.delete(small.resolve("other"));
            Code.put(cache, bytes).close();
        }
    }

    @Test
    void aFullDiskIsNoticedBeforeAnythingIsWritten() throws IOException {
        try (PackageCache cache = PackageCache.open(small.resolve("packages"), 64 * MIB)) {
            String why = assertThrows(IOException.class, () -> cache.receive(Code.announce(Code.bytes(5 * MIB, 1), "big.jar")))
                    .getMessage();
            assertTrue(why.contains("(No space left on device)"), why);
            assertEquals(List.of(), Code.parts(small));
        }
    }

    @Test
    void packagesThatNobodyUsesMakeWayOnAFullDisk() throws IOException {
        try (PackageCache cache = PackageCache.open(small.resolve("packages"), 64 * MIB)) {
            Code.put(cache, Code.bytes(2 * MIB, 1)).close();
            Code.put(cache, Code.bytes(3 * MIB, 2)).close();
            assertTrue(cache.pin(Code.announce(Code.bytes(2 * MIB, 1), "a")).isEmpty());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        } catch (IOException noSuchCommand) {
            return -1;
        }
    }
}
