package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AsyncModeTest {
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    private static Task<Context> async(int workers) {
        return Task.start(new Context(), TaskOptions.defaults().withAsyncMode(true).withAsyncWorkers(workers));
    }

    @Test
    void middlewareOfAStepRunConcurrentlyAndAreJoinedAtItsEnd() {
        CyclicBarrier meeting = new CyclicBarrier(3);
        try (Task<Context> task = async(3)) {
            for (int i = 0; i < 3; i++) {
                task.use(ctx -> {
                    meeting.await();
                    seen.add(ctx.step());
                });
            }
            task.run(2);
        }
        assertEquals(List.of(0L, 0L, 0L, 1L, 1L, 1L), seen);
    }

    @Test
    void theFirstFailureFailsTheStepOnceTheOthersHaveEnded() {
        CountDownLatch failing = new CountDownLatch(1);
        try (Task<Context> task = async(2)) {
            task.use(Middleware.named("bad", ctx -> {
                failing.countDown();
                throw new IOException("no luck");
            }));
            task.use(Middleware.named("slow", ctx -> {
                failing.await();
                seen.add("slow ended");
            }));
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertEquals("step 0, middleware bad: java.io.IOException: no luck", e.getMessage());
            assertTrue(seen.size() <= 1);
        }
    }

    @Test
    void laterFailuresAreSuppressedOntoTheFirst() {
        CyclicBarrier meeting = new CyclicBarrier(2);
        try (Task<Context> task = async(2)) {
            for (int i = 0; i < 2; i++) {
                task.use(Middleware.named("m" + i, ctx -> {
                    meeting.await();
                    throw new IOException("bad");
                }));
            }
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertInstanceOf(TaskFailedException.class, e.getSuppressed()[0]);
        }
    }

    @Test
    void onlyOneMiddlewareUnderTheSameLockRunsAtATime() {
        AtomicInteger inside = new AtomicInteger();
        try (Task<Context> task = async(4)) {
            for (int i = 0; i < 4; i++) {
                task.use(ctx -> {
                    assertEquals(1, inside.incrementAndGet());
                    inside.decrementAndGet();
                    seen.add("ran");
                }, task.lock());
            }
            task.run(50);
        }
        assertEquals(200, seen.size());
    }

    @Test
    void serialKeepsTheOrderAlsoInAsyncMode() {
        try (Task<Context> task = async(3)) {
            task.use(Middleware.serial(ctx -> seen.add("a"), ctx -> seen.add("b"), ctx -> seen.add("c")));
            task.run(2);
        }
        assertEquals(List.of("a", "b", "c", "a", "b", "c"), seen);
    }

    @Test
    void parallelRunsAllAtTheSameTimeAndJoinsThem() {
        CyclicBarrier meeting = new CyclicBarrier(2);
        Middleware<Context> meet = Middleware.named("meet", ctx -> {
            meeting.await();
            ctx.defer(() -> seen.add("deferred"));
            seen.add("met");
        });
        Middleware<Context> both = Middleware.parallel(meet, meet);
        assertEquals("parallel(meet, meet)", both.name());
        try (Task<Context> task = Task.start()) {
            task.use(both).use(ctx -> seen.add("after"));
            task.run(1);
        }
        assertEquals(List.of("met", "met", "after", "deferred", "deferred"), seen);
    }

    @Test
    void whatAParallelPartDefersIsNamedAfterTheWhole() {
        try (Task<Context> task = Task.start()) {
            task.use(Middleware.parallel(Middleware.named("a", ctx -> ctx.defer(() -> {
                throw new IOException("late");
            })), Middleware.named("b", ctx -> {})));
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertEquals("step 0, deferred by middleware parallel(a, b): java.io.IOException: late", e.getMessage());
        }
    }

    @Test
    void anInterruptOfTheStepThreadReachesMiddlewareAndEndsTheStep() throws Exception {
        CountDownLatch waiting = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        Crew crew = new Crew();
        CopyOnWriteArrayList<Thread> runner = new CopyOnWriteArrayList<>();
        FutureTask<TaskFailedException> run = crew.start(() -> {
            runner.add(Thread.currentThread());
            try (Task<Context> task = async(2)) {
                for (int i = 0; i < 2; i++) {
                    task.use(ctx -> {
                        waiting.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            interrupted.incrementAndGet();
                        }
                    });
                }
                return assertThrows(TaskFailedException.class, task::run);
            }
        });
        waiting.await();
        runner.getFirst().interrupt();
        assertInstanceOf(InterruptedException.class, Crew.await(run).getCause());
        assertEquals(2, interrupted.get());
    }
}
