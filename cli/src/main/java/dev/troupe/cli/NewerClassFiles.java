package dev.troupe.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Rewrites the classes of a jar in the class file format of Java 8 if they are older. An AOT cache rejects classes older than Java 6, which have no stack maps
/// for the verifier, and classes of ours that extend them. Picocli's classes are that old, and loading them took a quarter of the CPU time of
/// `--help`. The code of the classes stays the same. See `tools/aot`.
final class NewerClassFiles {
    private NewerClassFiles() {}

    /// Rewrites each of these jars in its place.
    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            rewrite(Path.of(jar));
        }
    }

    /// The jar keeps its time of change, so that the same build gives the same jar, for which a cache may exist already.
    static void rewrite(Path jar) throws IOException {
        var changed = Files.getLastModifiedTime(jar);
        Path rewritten = Files.createTempFile(jar.toAbsolutePath().getParent(), jar.getFileName().toString(), ".new");
        try (var old = new ZipFile(jar.toFile()); var out = new ZipOutputStream(Files.newOutputStream(rewritten))) {
            for (Enumeration<? extends ZipEntry> entries = old.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                var copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(content(entry, old));
                out.closeEntry();
            }
        }
        Files.setPosixFilePermissions(rewritten, Files.getPosixFilePermissions(jar));
        Files.setLastModifiedTime(rewritten, changed);
        Files.move(rewritten, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] content(ZipEntry entry, ZipFile jar) throws IOException {
        byte[] bytes = bytes(entry, jar);
        if (!entry.getName().endsWith(".class")) {
            return bytes;
        }
        ClassFile format = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(types(jar)));
        ClassModel old = format.parse(bytes);
        return old.majorVersion() >= ClassFile.JAVA_8_VERSION ? bytes : format.transformClass(old, (builder, element) -> {
            switch (element) {
                case ClassFileVersion _ -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                // Code that is copied as a whole gets no stack maps.
                case MethodModel method -> builder.transformMethod(method,
                        MethodTransform.transformingCode((code, instruction) -> code.with(instruction)));
                default -> builder.with(element);
            }
        });
    }

    /// Types of the jar and of Java. Others belong to libraries that the jar can do without; as in the verifier's eyes an interface is as good as any object,
    /// they count as interfaces.
    private static ClassHierarchyResolver types(ZipFile jar) {
        return ClassHierarchyResolver.ofResourceParsing(type -> {
            try {
                String descriptor = type.descriptorString();
                ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
                return entry == null ? null : jar.getInputStream(entry);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).orElse(ClassHierarchyResolver.defaultResolver()).orElse(_ -> ClassHierarchyInfo.ofInterface());
    }

    private static byte[] bytes(ZipEntry entry, ZipFile jar) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
