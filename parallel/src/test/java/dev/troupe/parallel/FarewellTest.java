package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FarewellTest {
    private final Farewell farewell = new Farewell();
    private final List<String> said = new ArrayList<>();

    @Test
    void aMainThatRunsOnceSaysItAtOnce() {
        farewell.say(() -> said.add("finish"));
        assertEquals(List.of("finish"), said);
    }

    @Test
    void aMainThatMayRunAgainSaysItOnceWhenItHasEnded() {
        farewell.hold(true);
        farewell.say(() -> said.add("finish"));
        assertEquals(List.of(), said);
        farewell.release();
        farewell.release();
        assertEquals(List.of("finish"), said);
    }

    @Test
    void aMainThatThrewNeverSaysIt() {
        farewell.hold(true);
        farewell.say(() -> said.add("finish"));
        farewell.takeBack();
        farewell.release();
        assertEquals(List.of(), said);
    }

    @Test
    void aMainThatGoesOnAfterItsTaskDoesNotKeepThePeersWaiting() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        farewell.hold(true);
        farewell.say(told::countDown);
        assertTrue(told.await(30, TimeUnit.SECONDS));
    }
}
