package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TaskTest {
    private final List<String> seen = new ArrayList<>();

    @Test
    void middlewareRunInOrderOncePerStep() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> seen.add("a" + ctx.step())).use(ctx -> seen.add("b" + ctx.step()));
            task.run(2);
        }
        assertEquals(List.of("a0", "b0", "a1", "b1"), seen);
    }

    @Test
    void stepsRunOnTheThreadThatCallsRun() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> assertSame(Thread.currentThread(), Thread.currentThread()));
            Thread caller = Thread.currentThread();
            task.use(ctx -> assertSame(caller, Thread.currentThread()));
            task.run(1);
        }
    }

    @Test
    void whatIsDeferredRunsInReverseOrderAfterAllMiddleware() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> ctx.defer(() -> seen.add("first")));
            task.use(ctx -> {
                ctx.defer(() -> seen.add("second"));
                ctx.defer(() -> seen.add("third"));
            });
            task.use(ctx -> seen.add("forward"));
            task.run(1);
        }
        assertEquals(List.of("forward", "third", "second", "first"), seen);
    }

    @Test
    void whatIsDeferredRunsAlthoughALaterMiddlewareFailed() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> ctx.defer(() -> seen.add("cleaned up")));
            task.use(ctx -> ctx.defer(() -> {
                throw new IOException("cleaning failed too");
            }));
            task.use(ctx -> {
                throw new IllegalStateException("no luck");
            });
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> task.run(3));
            assertEquals("no luck", e.getMessage());
            assertEquals(List.of("cleaned up"), seen);
            String suppressed = List.of(e.getSuppressed()).toString();
            assertTrue(suppressed.contains("step 0, middleware 3 (lambda in TaskTest)"), suppressed);
            assertTrue(
                    suppressed.contains("step 0, deferred by middleware 2 (lambda in TaskTest): java.io.IOException: cleaning failed too"),
                    suppressed);
        }
    }

    @Test
    void aCheckedExceptionIsTheCauseOfAFailureThatNamesStepAndMiddleware() {
        try (Task<Context> task = Task.start()) {
            task.use(Middleware.named("save", ctx -> {
                if (ctx.step() == 2) {
                    throw new IOException("disk full");
                }
            }));
            TaskFailedException e = assertThrows(TaskFailedException.class, () -> task.run(5));
            assertEquals("step 2, middleware save: java.io.IOException: disk full", e.getMessage());
            assertEquals("disk full", e.getCause().getMessage());
        }
    }

    @Test
    void finishEndsTheLoopAfterTheCurrentStep() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> {
                if (ctx.step() == 2) {
                    task.finish();
                }
            });
            task.use(ctx -> seen.add("step " + ctx.step()));
            task.run();
            assertTrue(task.finished());
            task.run();
        }
        assertEquals(List.of("step 0", "step 1", "step 2"), seen);
    }

    @Test
    void runningAgainCountsOn() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> {});
            task.run(3);
            task.run(4);
            assertEquals(7, task.context().step());
            assertFalse(task.finished());
        }
    }

    @Test
    void theRestOfAStepCanBeSkipped() {
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> {
                ctx.defer(() -> seen.add("deferred"));
                ctx.skipRest();
            });
            task.use(ctx -> seen.add("never"));
            task.run(2);
        }
        assertEquals(List.of("deferred", "deferred"), seen);
    }

    @Test
    void wrapDecoratesMiddlewareAddedBeforeAndAfter() {
        try (Task<Context> task = Task.start()) {
            task.use(Middleware.named("before", ctx -> seen.add("before")));
            task.wrap(inner -> ctx -> {
                seen.add("(" + inner.name());
                inner.run(ctx);
                seen.add(")");
            });
            task.wrap(inner -> ctx -> {
                seen.add("[" + inner.name());
                inner.run(ctx);
                seen.add("]");
            });
            task.use(Middleware.named("after", ctx -> seen.add("after")));
            task.run(1);
        }
        assertEquals("[before (before before ) ] [after (after after ) ]", String.join(" ", seen));
    }

    @Test
    void aTaskWithoutRolesHasThemAll() {
        try (Task<Context> task = Task.start()) {
            assertTrue(task.hasRole(Role.LEARNER) && task.hasRole(Role.FETCHER));
            task.addRole(Role.COLLECTOR);
            assertTrue(task.hasRole(Role.COLLECTOR));
            assertFalse(task.hasRole(Role.LEARNER));
            assertEquals(Set.of(Role.COLLECTOR), task.roles());
        }
    }

    @Test
    void labelsSayHowTheTaskRuns() {
        try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults().withAsyncMode(true).withLabels("gpu"))) {
            assertEquals(Set.of("standalone", "async", "node.0", "gpu"), task.labels());
        }
        try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), Net.mesh().join(7, "learner"))) {
            assertEquals(Set.of("distributed", "node.7", "learner"), task.labels());
        }
    }

    @Test
    void labelsMatchWhenOneGlobMatchesOneLabel() {
        try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), Net.mesh().join(12, "learner"))) {
            assertTrue(task.matchLabels("node.*", "evaluator"));
            assertTrue(task.matchLabels("learner"));
            assertTrue(task.matchLabels("node.1?"));
            assertFalse(task.matchLabels("node.?", "lear"));
            assertFalse(task.matchLabels());
        }
    }

    @Test
    void misuseIsAnsweredInASentence() {
        Task<Context> task = Task.start();
        says("run without middleware", () -> task.run(1));
        task.use(ctx -> task.run(1));
        says("run is already in progress on thread ", () -> task.run(1));
        says("the number of steps cannot be negative", () -> task.run(-1));
        Task<Context> closing = Task.start();
        closing.use(ctx -> closing.close());
        says("call finish() instead", () -> closing.run(1));
        closing.close();
        task.close();
        task.close();
        says("use: this task is closed", () -> task.use(ctx -> {}));
        says("run: this task is closed", () -> task.run(1));
        says("emit: this task is closed", () -> task.emit("late"));
        says("waitFor: this task is closed", () -> task.waitFor("late", Duration.ZERO));
    }

    @Test
    void optionsThatCannotBeAreRefused() {
        says("asyncWorkers is 0", () -> TaskOptions.defaults().withAsyncWorkers(0));
        says("declared twice", () -> new Context() {
            final Field<Integer> one = field("n", Integer.class, 1);
            final Field<Integer> two = field("n", Integer.class, one.value());

            @Override
            public String toString() {
                return "" + two.value();
            }
        });
    }

    @Test
    void anEventWithoutArgumentsOrWithNullArrives() {
        try (Task<Context> task = Task.start()) {
            task.onAny("any", arguments -> seen.add(arguments.length + ""));
            task.emit("any");
            task.emit("any", (Object) null);
            task.emit("any", (Object[]) null);
            task.emit("any", 1, 2, 3, 4);
        }
        assertEquals(List.of("0", "1", "1", "4"), seen);
    }

    @Test
    void waitForOrThrowGivesArgumentsOrNamesEventAndTime() {
        try (Task<Context> task = Task.start()) {
            task.once("ask", (String s) -> task.emit("answer", s, 42));
            Expectation answer = task.expect("answer");
            task.emit("ask", "what");
            assertArrayEquals(new Object[]{"what", 42}, answer.await(Duration.ofSeconds(10)).orElseThrow());
            EventTimeoutException e = assertThrows(EventTimeoutException.class, () -> task.waitForOrThrow("answer", Duration.ofMillis(5)));
            assertEquals("event 'answer' did not arrive within 5 ms", e.getMessage());
        }
    }

    private static void says(String sentence, org.junit.jupiter.api.function.Executable misuse) {
        RuntimeException e = assertThrows(RuntimeException.class, misuse);
        assertTrue(e.getMessage().contains(sentence), e.getMessage());
    }
}
