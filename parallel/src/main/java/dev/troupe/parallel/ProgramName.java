package dev.troupe.parallel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The name of a program: the class and method of its main. Its runs find each other by this name unless the user sets another group.
///
/// It is the same wherever the program is started, by `ditask` or by [Parallel], on any machine.
final class ProgramName {
    static final int LONGEST = 100;
    private static final int DIGEST = 8;

    private ProgramName() {}

    static String of(Entry entry) {
        return plain(switch (entry) {
            case Entry.Method(String className, String name, boolean _, var _) -> className + "." + name;
            case Entry.Lambda lambda -> lambda.implementation();
            case Entry.Instance(String className, byte[] _) -> className;
        });
    }

    /// The name in characters that every transport supports. Other parts are replaced by a digest, so that different names stay different.
    private static String plain(String name) {
        String source = name.replace('/', '.').replace('$', '.');
        String plain = source.replaceAll("[^A-Za-z0-9._-]", "_");
        if (plain.equals(source) && plain.length() <= LONGEST) {
            return plain;
        }
        String tail = plain.substring(Math.max(0, plain.length() - (LONGEST - DIGEST - 1)));
        return tail + "-" + digest(source);
    }

    private static String digest(String text) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(all, 0, DIGEST / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
