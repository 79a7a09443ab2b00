package dev.troupe.runtime;

import dev.troupe.hosting.RunningTasks;
import dev.troupe.node.RunningBoard;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Records running tasks on the worker's board: each thread that runs tasks has a slot there.
final class BoardedTasks implements RunningTasks {
    private final RunningBoard board;
    private final ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private final ThreadLocal<Integer> slot = new ThreadLocal<>();

    public BoardedTasks(RunningBoard board) {
        this.board = board;
    }

    @Override
    public void begin(long task) {
        int mine = take();
        if (mine < RunningBoard.SLOTS) {
            board.begin(mine, task);
        }
    }

    @Override
    public void begin(long call, long actor) {
        int mine = take();
        if (mine < RunningBoard.SLOTS) {
            board.begin(mine, call, actor);
        }
    }

    private int take() {
        Integer mine = free.poll();
        if (mine == null) {
            mine = next.getAndIncrement();
        }
        slot.set(mine);
        return mine;
    }

    @Override
    public void end() {
        int mine = slot.get();
        if (mine < RunningBoard.SLOTS) {
            board.end(mine);
        }
        free.add(mine);
    }
}
