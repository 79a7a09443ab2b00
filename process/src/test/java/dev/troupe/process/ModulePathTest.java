package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModulePathTest {
    @Test
    void modulesAreFoundWhereTheyLie(@TempDir Path directory) throws Exception {
        Path alone = Files.createDirectories(directory.resolve("alone"));
        Files.write(alone.resolve("module-info.class"),
                ClassFile.of().buildModule(ModuleAttribute.of(ModuleDesc.of("app"),
                        module -> module.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null))));
        Path many = Files.createDirectories(directory.resolve("many"));
        Path jar = many.resolve("some-library-1.0.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            new JarOutputStream(out, manifest).close();
        }
        assertEquals(List.of(alone, jar), ModulePath.places(alone + File.pathSeparator + many));
        assertEquals(List.of(), ModulePath.places(""));
    }

    @Test
    void optionsAboutModulesFitAClassPath() {
        assertEquals(
                List.of("-Dx=y", "--add-modules=jdk.httpserver", "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-exports=java.base/sun.nio.ch=java.management,ALL-UNNAMED",
                        "--enable-native-access=java.desktop,ALL-UNNAMED"),
                ModuleOptions.onClassPath(List.of("--module-path=out", "-Dx=y", "--add-modules=jdk.httpserver,app", "--add-modules=app",
                        "--add-opens=app/app=ALL-UNNAMED", "--add-opens=java.base/java.lang=app", "--add-reads=app=ALL-UNNAMED",
                        "--add-exports=java.base/sun.nio.ch=java.management,app,other", "-Djdk.module.main=app",
                        "--enable-native-access=java.desktop,app", "--limit-modules=java.base,app")));
    }

    @Test
    void workersGetThemThatWay() {
        List<String> all = JvmOptions.all(List.of(), List.of("--module-path=out", "-Dx=y", "-Djdk.module.main=app"), List.of(), 1,
                Map.of());
        assertEquals(List.of("-Dx=y"), all.stream().filter(option -> option.contains("x=y") || option.contains("module")).toList());
    }
}
