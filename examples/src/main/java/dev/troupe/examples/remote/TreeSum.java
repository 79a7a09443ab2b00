package dev.troupe.examples.remote;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.ArrayList;
import java.util.List;

/// A graph of tasks: results are arguments of the next before they exist, and only the last one comes to the driver.
public class TreeSum {
    static long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += i;
        }
        return sum;
    }

    static long add(long one, long other) {
        return one + other;
    }

    public static void main(String[] args) {
        Ray.init();
        List<ObjectRef<Long>> level = new ArrayList<>();
        for (int from = 0; from < 1_000_000; from += 62_500) {
            level.add(Ray.task(TreeSum::sum, from, from + 62_500).remote());
        }
        int tasks = level.size();
        while (level.size() > 1) {
            List<ObjectRef<Long>> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i += 2) {
                next.add(Ray.task(TreeSum::add, level.get(i), level.get(i + 1)).remote());
            }
            tasks += next.size();
            level = next;
        }
        IO.println(tasks + " tasks: " + level.getFirst().get());
    }
}
