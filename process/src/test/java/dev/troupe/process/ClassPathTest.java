package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassPathTest {
    static final class Nested {
        private Nested() {}
    }

    @Test
    void theHomeOfATypeIsItsDirectory() {
        Path home = ClassPath.home(Nested.class);
        assertTrue(Files.exists(home.resolve("dev/troupe/process/ClassPathTest$Nested.class")), home::toString);
        assertTrue(ClassPath.ofThisProcess().entries().contains(home), home::toString);
    }

    @Test
    void orItsJarWhateverThatIsCalled(@TempDir Path directory) throws Exception {
        String file = Nested.class.getName().replace('.', '/') + ".class";
        Path jar = directory.resolve("a b+c%20#d.jar");
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry(file));
            Files.copy(ClassPath.home(Nested.class).resolve(file), entries);
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[]{jar.toUri().toURL()}, null)) {
            assertEquals(jar, ClassPath.home(loader.loadClass(Nested.class.getName())));
        }
    }
}
