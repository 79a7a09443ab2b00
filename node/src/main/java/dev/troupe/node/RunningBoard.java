package dev.troupe.node;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;

/// The tasks that a worker is running, in a mapped file that can still be read after the process was killed. Each thread that runs tasks has one slot, which is
/// a cache line wide, so that threads do not disturb each other.
public final class RunningBoard {
    /// How many tasks can run at once in a worker.
    public static final int SLOTS = 4_096;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int LINE = 64;
    private static final long SIZE = (SLOTS + 1L) * LINE;
    // The first cache line is not a slot, but holds the state of the worker.
    private static final long UP = 1;
    private static final long LEAVING = 2;

    private final MemorySegment memory;

    private RunningBoard(MemorySegment memory) {
        this.memory = memory;
    }

    /// The content of the board of a dead worker.
    ///
    /// @param up whether it reached its main
    /// @param leaving whether it was shutting down: after `System.exit`, or a signal that can be handled
    /// @param ran the tasks that were running, and the calls of actors with the numbers of these
    record Reading(boolean up, boolean leaving, Set<Long> ran) {}

    /// Fills the file with zeros instead of making it sparse: a full disk then causes an exception here, and not a failed memory access later.
    static void create(Path file) throws IOException {
        Files.write(file, new byte[(int) SIZE], StandardOpenOption.CREATE_NEW);
    }

    /// The worker's side; stays mapped as long as the process lives.
    static RunningBoard map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new RunningBoard(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, Arena.global()));
        }
    }

    /// A task begins on the thread of this slot.
    ///
    /// @param slot from 0 to [#SLOTS] - 1
    /// @param task its number, not 0
    public void begin(int slot, long task) {
        LONG.setRelease(memory, (slot + 1L) * LINE, task);
    }

    /// A call of an actor begins on the thread of this slot. Reading the board returns both numbers.
    ///
    /// @param actor the actor's number, not 0
    public void begin(int slot, long call, long actor) {
        LONG.setRelease(memory, (slot + 1L) * LINE + Long.BYTES, actor);
        begin(slot, call);
    }

    /// The task or call in that slot has ended.
    public void end(int slot) {
        LONG.setRelease(memory, (slot + 1L) * LINE, 0L);
        LONG.setRelease(memory, (slot + 1L) * LINE + Long.BYTES, 0L);
    }

    /// The node's side: the worker ends at that time, unless the time is set again before.
    ///
    /// @param nanos like [System#nanoTime()], which is the same in all processes of a machine
    static void deadline(Path file, long nanos) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, nanos);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, Long.BYTES);
        }
    }

    /// Whether no deadline was set, or it has not passed.
    boolean livesAt(long nanos) {
        long deadline = (long) LONG.getAcquire(memory, (long) Long.BYTES);
        return deadline == 0 || nanos - deadline < 0;
    }

    void up() {
        LONG.setRelease(memory, 0L, UP);
    }

    void leaving() {
        LONG.setRelease(memory, 0L, LEAVING);
    }

    static Reading read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        Set<Long> ran = new TreeSet<>();
        for (int at = LINE; at + 2 * Long.BYTES <= bytes.limit(); at += LINE) {
            ran.add(bytes.getLong(at));
            ran.add(bytes.getLong(at + Long.BYTES));
        }
        ran.remove(0L);
        long state = bytes.limit() < Long.BYTES ? 0 : bytes.getLong(0);
        return new Reading(state != 0, state == LEAVING, ran);
    }
}
