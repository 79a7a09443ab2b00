package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.troupe.messages.Message;
import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two workers that cannot reach each other any more.
final class UnreachableTest {
    @BeforeEach
    void start() {
        System.setProperty("ray.run-mode", "CLUSTER");
        Ray.init();
    }

    @AfterEach
    void stop() {
        Ray.shutdown();
        System.clearProperty("ray.run-mode");
    }

    static final class Silent {
        int process() {
            return TroupeRuntime.current().engine().self().process();
        }

        int never() throws InterruptedException {
            new CountDownLatch(1).await();
            return 0;
        }
    }

    /// What a worker says when its link to another is lost.
    private static int report(int process) {
        TroupeRuntime.current().engine().peers().send(1, new Message.Unreachable(process, "no answer for a minute"));
        return TroupeRuntime.current().engine().self().process();
    }

    @Test
    @Timeout(60)
    void aWorkerThatAnotherCannotReachIsStopped() {
        ActorHandle<Silent> silent = Troupe.options().ownProcess().call(() -> Ray.actor(Silent::new).remote());
        int process = silent.task(Silent::process).remote().get();
        var call = silent.task(Silent::never).remote();
        assertNotEquals(process, Ray.task(UnreachableTest::report, process).remote().get());
        assertThrows(RayActorException.class, call::get);
    }
}
