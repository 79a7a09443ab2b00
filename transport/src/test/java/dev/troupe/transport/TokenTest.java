package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
    @TempDir
    Path home;

    @Test
    void theUsersTokenIsMadeOnceForItsOwnerOnly() throws IOException {
        byte[] first = Token.ofUser(home).mac(new byte[1]);
        assertArrayEquals(first, Token.ofUser(home).mac(new byte[1]));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".troupe"))));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".troupe/token"))));
        assertEquals(List.of("token"), list(home.resolve(".troupe")));
    }

    private static List<String> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void spaceAroundTheSecretDoesNotCount() throws IOException {
        Path file = Files.writeString(home.resolve("token"), "  secret of the tests\n");
        assertArrayEquals(Token.of("secret of the tests").mac(new byte[1]), Token.load(file).mac(new byte[1]));
        assertArrayEquals(Token.of("secret of the tests").mac(new byte[1]), Token.find(file).mac(new byte[1]));
    }

    @Test
    void aMissingOrEmptyFileIsNamed() throws IOException {
        Path missing = home.resolve("missing");
        assertTrue(assertThrows(IOException.class, () -> Token.load(missing)).getMessage().contains(missing.toString()));
        Path empty = Files.writeString(home.resolve("empty"), "\n");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Token.load(empty)).getMessage().contains(empty.toString()));
    }

    @Test
    void aFolderAndBytesThatAreNoTextAreNamedWithTheNextStep() throws IOException {
        String folder = assertThrows(IOException.class, () -> Token.load(home)).getMessage();
        assertEquals("token file " + home + " is a directory; give a file with the same secret on every machine, mode 0600", folder);
        Path bytes = Files.write(home.resolve("bytes"), new byte[]{(byte) 0xff, (byte) 0xfe, 0, 7});
        String noText = assertThrows(IOException.class, () -> Token.load(bytes)).getMessage();
        assertTrue(noText.startsWith("token file " + bytes + " is not a text file; put a random secret"), noText);
    }

    @Test
    void aHomeThatCannotHoldItIsNamedWithTheWayOut() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        String noFolder = assertThrows(IOException.class, () -> Token.ofUser(file)).getMessage();
        assertEquals(
                "cannot create the token file " + file + "/.troupe/token: Not a directory; set TROUPE_TOKEN to a secret, or give a file"
                        + " that contains one with ditask --token-file FILE",
                noFolder);
        Files.writeString(home.resolve(".troupe"), "");
        String taken = assertThrows(IOException.class, () -> Token.ofUser(home)).getMessage();
        assertTrue(taken.contains(".troupe/token: " + home.resolve(".troupe") + " is not a directory; "), taken);
    }

    @Test
    void itDoesNotShowItsSecret() {
        assertFalse(Token.of("hush, a secret of the tests").toString().contains("hush"));
    }

    @Test
    void aTokenThatCanBeGuessedIsRefused() throws IOException {
        Path file = Files.writeString(home.resolve("short"), "0123456789abcde\n");
        String said = assertThrows(IllegalArgumentException.class, () -> Token.load(file)).getMessage();
        assertEquals(
                "the token from " + file + " has 15 characters and can be guessed; put a random secret of at least 16 there, the same on"
                        + " every machine, e.g. the output of: openssl rand -hex 32",
                said);
        assertThrows(IllegalArgumentException.class, () -> Token.of("x"));
        Token.of("0123456789abcdef");
    }

    @Test
    void aTokenThatOthersCanReadIsUsedWithAWarning() throws IOException {
        Path file = Files.writeString(home.resolve("open"), "0123456789abcdef\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertEquals("other users of this machine can read the token file " + file + " (rw-r-----) and with it run code in your processes;"
                + " run: chmod 600 " + file, Token.load(file).warning().orElse(""));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(Optional.empty(), Token.load(file).warning());
        assertEquals(Optional.empty(), Token.ofUser(home).warning());
    }
}
