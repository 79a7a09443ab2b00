package dev.troupe.runtime.behaviour;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Classes that are on nobody's class path: `parcel.<Name>`, empty, in a jar, a zip or a folder.
final class Parcel {
    private Parcel() {}

    static Path jar(Path folder, String name) throws IOException {
        return Files.write(folder.resolve(name + ".jar"), zipped("parcel/" + name + ".class", code(name)));
    }

    static Path zipOfClasses(Path folder, String name) throws IOException {
        return Files.write(folder.resolve(name + ".zip"), zipped("parcel/" + name + ".class", code(name)));
    }

    static Path zipOfJars(Path folder, String name) throws IOException {
        var jar = zipped("parcel/" + name + ".class", code(name));
        return Files.write(folder.resolve(name + "-jars.zip"), zipped(name + ".jar", jar));
    }

    static Path folder(Path folder, String name) throws IOException {
        var file = folder.resolve("parcel", name + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, code(name));
        return folder;
    }

    private static byte[] code(String name) {
        return ClassFile.of().build(ClassDesc.of("parcel", name), _ -> {});
    }

    private static byte[] zipped(String entry, byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    /// Whether the class can be found from here, as user code would look for it.
    static boolean isHere(String name) {
        try {
            return Class.forName("parcel." + name).getSimpleName().equals(name);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
