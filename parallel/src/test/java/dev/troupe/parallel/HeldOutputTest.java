package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.troupe.task.Crew;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class HeldOutputTest {
    private final CompletableFuture<Boolean> shown = new CompletableFuture<>();
    private final HeldOutput output = new HeldOutput(
            new ByteArrayInputStream("Runtime.exit(130) logging failed\n".getBytes(StandardCharsets.UTF_8)), shown);

    private FutureTask<String> read() {
        return new Crew().start(() -> {
            byte[] bytes = new byte[100];
            int count = output.read(bytes, 0, bytes.length);
            return count < 0 ? "nothing" : new String(bytes, 0, count, StandardCharsets.UTF_8);
        });
    }

    @Test
    void isShownWhenTheProcessHasBegun() throws Exception {
        FutureTask<String> read = read();
        assertFalse(read.isDone());
        shown.complete(true);
        assertEquals("Runtime.exit(130) logging failed\n", Crew.await(read));
    }

    @Test
    void isForgottenWhenTheProcessWasStoppedBeforeItBegan() throws Exception {
        FutureTask<String> read = read();
        shown.complete(false);
        assertEquals("nothing", Crew.await(read));
    }

    @Test
    void isShownAfterAWhileInAnyCase() throws Exception {
        assertEquals("Runtime.exit(130) logging failed\n", Crew.await(read()));
    }
}
