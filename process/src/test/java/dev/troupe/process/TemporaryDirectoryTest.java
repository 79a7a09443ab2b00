package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoryTest {
    private static final String SOCKET = "session-1/1.sock";

    @TempDir
    private Path temporary;

    private final Logger logger = Logger.getLogger("dev.troupe.process");
    private final List<String> said = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord message) {
            said.add(MessageFormat.format(message.getMessage(), message.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void itIsThatOfJava() throws IOException {
        assertEquals(PrivateDirectory.usual(temporary), TemporaryDirectory.forSockets(temporary, SOCKET));
        assertEquals(List.of(), said);
    }

    @Test
    void whatCannotBeUsedIsReplacedWithAWarningThatNamesBoth() throws IOException {
        replaced(temporary.resolve("missing"), "does not exist");
        replaced(Files.createFile(temporary.resolve("file")), "is not a directory");
        replaced(Files.createDirectory(temporary.resolve("x".repeat(100))), "has a path that is too long for Unix sockets");
        assertFalse(Files.exists(temporary.resolve("missing")));
    }

    private void replaced(Path unusable, String why) throws IOException {
        said.clear();
        assertEquals(PrivateDirectory.in(Path.of("/tmp")), TemporaryDirectory.forSockets(unusable, SOCKET));
        assertEquals(
                List.of("/tmp is used because the temporary directory " + unusable + " " + why
                        + "; choose another with -Djava.io.tmpdir=…"),
                said);
    }
}
