package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContextTest {
    static class GameContext extends OnlineRlContext {
        private final Field<Integer> moves = field("moves", Integer.class, 0);
        private final Field<Long> games = keptField("games", Long.class, 0L);

        int moves() {
            return moves.value();
        }

        void moved() {
            moves.update(n -> n + 1);
        }

        long games() {
            return games.value();
        }

        void games(long value) {
            games.set(value);
        }
    }

    @Test
    void onlyKeptValuesSurviveARenewal() {
        Context ctx = new Context();
        ctx.keep("total");
        ctx.put("total", 3);
        ctx.put("passing", 4);
        ctx.renew();
        assertEquals(1, ctx.step());
        assertEquals(3, ctx.get("total"));
        assertNull(ctx.get("passing"));
    }

    @Test
    void aValueOfAnotherTypeIsNamed() {
        Context ctx = new Context();
        ctx.put("n", 3);
        assertEquals(3, ctx.get("n", Integer.class));
        assertNull(ctx.get("none", Integer.class));
        String message = assertThrows(ClassCastException.class, () -> ctx.get("n", String.class)).getMessage();
        assertEquals("'n' in the context is a java.lang.Integer, not a java.lang.String", message);
        OnlineRlContext online = new OnlineRlContext();
        assertTrue(assertThrows(ClassCastException.class, () -> online.put("envStep", 3)).getMessage().contains("holds a java.lang.Long"));
    }

    @Test
    void countersOfAnOnlineContextSurviveAndDataDoesNot() {
        OnlineRlContext ctx = new OnlineRlContext();
        ctx.addEnvSteps(5);
        ctx.addEnvEpisodes(2);
        ctx.addTrainIterations(7);
        ctx.evalValue(1.5);
        ctx.trajectories(List.of("t"));
        ctx.episodes(List.of("e"));
        ctx.trainData("data");
        ctx.trainOutput(Map.of("loss", 0.1));
        ctx.observations(new int[]{1});
        ctx.renew();
        assertEquals(List.of(5L, 2L, 7L), List.of(ctx.envStep(), ctx.envEpisode(), ctx.trainIteration()));
        assertEquals(List.of(7L, 1.5), List.of(ctx.lastEvalIteration(), ctx.lastEvalValue()));
        assertEquals(Double.NEGATIVE_INFINITY, ctx.evalValue());
        assertEquals(List.of(), ctx.trajectories());
        assertEquals(List.of(), ctx.episodes());
        assertEquals(Map.of(), ctx.trainOutput());
        assertNull(ctx.trainData());
        assertNull(ctx.observations());
    }

    @Test
    void countersOfAnOfflineContextSurvive() {
        OfflineRlContext ctx = new OfflineRlContext();
        ctx.addTrainedEnvSteps(5);
        ctx.addTrainEpochs(1);
        ctx.trainData("data");
        ctx.renew();
        assertEquals(5, ctx.trainedEnvStep());
        assertEquals(1, ctx.trainEpoch());
        assertNull(ctx.trainData());
    }

    @Test
    void aFieldOfALibraryContextCanBeKeptToo() {
        OnlineRlContext ctx = new OnlineRlContext();
        ctx.keep("trajectories");
        ctx.trajectories(List.of("a"));
        ctx.renew();
        assertEquals(List.of("a"), ctx.trajectories(String.class));
        assertThrows(ClassCastException.class, () -> ctx.trajectories(Integer.class));
    }

    @Test
    void aProgramMayAddFieldsOfItsOwn() {
        GameContext ctx = new GameContext();
        ctx.moved();
        ctx.games(3);
        assertEquals(1, ctx.moves());
        assertEquals(3L, ctx.get("games"));
        ctx.put("moves", 8);
        assertEquals(8, ctx.moves());
        ctx.renew();
        assertEquals(0, ctx.moves());
        assertEquals(3, ctx.games());
        assertTrue(ctx.names().containsAll(List.of("moves", "games", "envStep")));
    }

    @Test
    void countersMayBeRaisedByManyThreads() {
        OnlineRlContext ctx = new OnlineRlContext();
        IntStream.range(0, 10_000).parallel().forEach(i -> ctx.addEnvSteps(1));
        assertEquals(10_000, ctx.envStep());
    }

    @Test
    void stepsCountOnFromACheckpoint() {
        Context ctx = new Context();
        ctx.resumeAt(100);
        ctx.renew();
        assertEquals(101, ctx.step());
    }
}
