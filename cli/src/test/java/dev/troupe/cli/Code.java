package dev.troupe.cli;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;

/// A package with a class that can be started and does nothing.
final class Code {
    private Code() {}

    /// In a directory that is made when it is not there.
    static Path in(Path directory, String className) throws IOException {
        Path file = directory.resolve(className.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, ClassFile.of().build(ClassDesc.of(className),
                type -> type.withMethodBody("main", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String.arrayType()),
                        AccessFlag.PUBLIC.mask() | AccessFlag.STATIC.mask(), body -> body.return_())));
        return directory;
    }
}
