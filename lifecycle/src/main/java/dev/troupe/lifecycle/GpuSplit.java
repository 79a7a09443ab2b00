package dev.troupe.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/// Spreads the GPUs of one learner over pods, as many a pod as most nodes have.
final class GpuSplit {
    private GpuSplit() {}

    /// @param nodes how many GPUs each node has
    static List<Integer> of(int gpus, Collection<Integer> nodes) {
        int each = commonest(nodes);
        if (each < 1) {
            return List.of(gpus);
        }
        List<Integer> split = new ArrayList<>();
        for (int left = gpus; left > 0; left -= each) {
            split.add(Math.min(left, each));
        }
        return split;
    }

    /// The commonest number, the larger of two equally common ones; the largest when most nodes have none.
    private static int commonest(Collection<Integer> nodes) {
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        nodes.forEach(gpus -> counts.merge(gpus, 1, Integer::sum));
        int commonest = 0;
        int most = 0;
        for (var count : counts.entrySet()) {
            if (count.getValue() >= most) {
                most = count.getValue();
                commonest = count.getKey();
            }
        }
        return commonest == 0 && !counts.isEmpty() ? counts.lastKey() : commonest;
    }
}
