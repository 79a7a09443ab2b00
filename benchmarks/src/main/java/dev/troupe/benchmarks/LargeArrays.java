package dev.troupe.benchmarks;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Arrays of 100 MiB: put, changed here, read elsewhere, where the checksum must still be that of what was put.
final class LargeArrays {
    private static final int BYTES = 100 << 20;
    private static final int ROUNDS = 9;

    private LargeArrays() {}

    static void measure(Figures figures, boolean withFloor) throws Exception {
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        measure("bytes", bytes, MemorySegment.ofArray(bytes), figures, withFloor);
        float[] floats = new float[BYTES / 4];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = i * 0.5f;
        }
        measure("floats", floats, MemorySegment.ofArray(floats), figures, withFloor);
    }

    private static void measure(String kind, Object array, MemorySegment memory, Figures figures, boolean withFloor) throws Exception {
        try (Floor.Memory floor = withFloor ? new Floor.Memory() : null) {
            for (int round = 0; round < ROUNDS; round++) {
                releaseOld();
                double raw = withFloor ? floor.copy(memory) : Double.NaN;
                mark(memory, round);
                double expected = RemoteWork.checksum(array);
                long began = System.nanoTime();
                ObjectRef<Object> ref = Ray.put(array);
                double rate = BYTES / ((System.nanoTime() - began) / 1e9);
                mark(memory, -1);
                // Ray cannot send what List.of gives
                double[] read = RemoteCalls.onOneCpu(Ray.task(RemoteWork::read, new ArrayList<>(List.of(ref)), withFloor)).remote().get();
                RemoteCalls.check(read[1] == expected);
                if (withFloor) {
                    figures.addPair("put." + kind, raw, rate);
                    figures.addPair("read." + kind, read[2], BYTES / read[0]);
                } else {
                    figures.add("put." + kind, rate);
                    figures.add("read." + kind, BYTES / read[0]);
                }
            }
        }
    }

    /// The arrays of earlier rounds are garbage: their memory shall be there again, as in a program that runs for long.
    private static void releaseOld() throws InterruptedException {
        RemoteCalls.onOneCpu(Ray.task(RemoteWork::collectGarbage)).remote().get();
        System.gc();
        Thread.sleep(200);
    }

    private static void mark(MemorySegment memory, int number) {
        for (long at = 0; at < memory.byteSize(); at += 1 << 16) {
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, number);
        }
    }
}
