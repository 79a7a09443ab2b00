package dev.troupe.benchmarks;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// What runs elsewhere in the measures of [RemoteCalls].
final class RemoteWork {
    private RemoteWork() {}

    static int same(int number) {
        return number;
    }

    static int first(int[] numbers) {
        return numbers[0];
    }

    static String sleepTen(String result) throws InterruptedException {
        Thread.sleep(10);
        return result;
    }

    /// Computes for so long.
    static int burn(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        double x = 1;
        while (System.nanoTime() < end) {
            x = Math.sin(x) + 1;
        }
        return x == 0 ? 0 : millis;
    }

    /// Occupies its CPU until the file is gone.
    static boolean await(String file) throws InterruptedException {
        while (Files.exists(Path.of(file))) {
            Thread.sleep(5);
        }
        return true;
    }

    static List<ObjectRef<Integer>> references(int count) {
        List<ObjectRef<Integer>> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(Ray.put(i));
        }
        return all;
    }

    /// What nobody uses here any more is known to be free elsewhere, soon.
    static boolean collectGarbage() {
        System.gc();
        return true;
    }

    /// How long it takes to get the array where this runs, in seconds, and its checksum; then the floor of that, if it is asked for: the speed of a plain
    /// copy from mapped memory into a new array in the same process. Both begin with a heap without garbage.
    static double[] read(List<ObjectRef<Object>> array, boolean withFloor) throws IOException {
        double floor = withFloor ? copied() : Double.NaN;
        System.gc();
        long began = System.nanoTime();
        Object value = array.getFirst().get();
        double seconds = (System.nanoTime() - began) / 1e9;
        return new double[]{seconds, checksum(value), floor};
    }

    private static double copied() throws IOException {
        try (Floor.Memory memory = new Floor.Memory()) {
            System.gc();
            return memory.copyOut();
        }
    }

    static double checksum(Object array) {
        if (array instanceof byte[] bytes) {
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            return crc.getValue();
        }
        int sum = 0;
        for (float each : (float[]) array) {
            sum += Float.floatToRawIntBits(each);
        }
        return sum;
    }

    /// The actor of the measures.
    static final class Counter {
        private int count;

        int add(int number) {
            count += number;
            return count;
        }
    }
}
