package dev.troupe.benchmarks;

import dev.troupe.runtime.Troupe;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// An array of 100 MiB in the hands of a task: as memory that all processes share, and as an array of its own.
final class SegmentReads {
    private static final int BYTES = 100 << 20;

    private SegmentReads() {}

    public static void main(String[] args) {
        Figures figures = new Figures();
        Ray.init();
        try {
            byte[] array = new byte[BYTES];
            for (int round = 0; round < 9; round++) {
                array[BYTES - 1] = (byte) round;
                double[] seconds = Ray.task(SegmentReads::read, List.<ObjectRef<byte[]>>of(Ray.put(array)), round).remote().get();
                figures.add("segment.seconds", seconds[0]);
                figures.add("segment.ratio", seconds[1] / seconds[0]);
            }
        } finally {
            Ray.shutdown();
        }
        figures.print();
    }

    /// Seconds as segment, and as array.
    static double[] read(List<ObjectRef<byte[]>> box, int expected) {
        long began = System.nanoTime();
        MemorySegment segment = Troupe.segment(box.getFirst());
        RemoteCalls.check(segment.get(ValueLayout.JAVA_BYTE, segment.byteSize() - 1) == (byte) expected);
        long between = System.nanoTime();
        RemoteCalls.check(box.getFirst().get()[BYTES - 1] == (byte) expected);
        return new double[]{(between - began) / 1e9, (System.nanoTime() - between) / 1e9};
    }
}
