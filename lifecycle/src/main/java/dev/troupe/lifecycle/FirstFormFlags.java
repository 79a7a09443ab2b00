package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Flags ready for the command line of `ditask`, in jobs with one template.
final class FirstFormFlags {
    private FirstFormFlags() {}

    static Map<String, String> of(Job job, Shape.Elastic elastic, NewPod.Ranked pod) {
        int workers = elastic.parallelWorkers();
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put("DI_JOB_GENERATION", Integer.toString(pod.generation()));
        flags.put("DI_PARALLEL_WORKERS_ARG", "--parallel-workers=" + workers);
        flags.put("DI_PORTS_ARG", "--ports=" + numbers(AddressBook.PORT, workers));
        flags.put("DI_NODE_IDS_ARG", "--node-ids=" + numbers(pod.rank() * workers, workers));
        List<String> attached = attached(job, elastic, pod);
        flags.put("DI_ATTACHED_NODES_ARG", attached.isEmpty() ? "" : "--attach-to=" + String.join(",", attached));
        return flags;
    }

    private static List<String> attached(Job job, Shape.Elastic elastic, NewPod.Ranked pod) {
        return switch (elastic.topology()) {
            case ALONE -> List.of();
            case STAR -> pod.rank() == 0 ? List.of() : List.of(url(job, pod, 0, 0));
            case MESH -> IntStream.range(0, pod.rank()).boxed().flatMap(rank -> ports(job, elastic, pod, rank)).toList();
        };
    }

    private static Stream<String> ports(Job job, Shape.Elastic elastic, NewPod.Ranked pod, int rank) {
        return IntStream.range(0, elastic.parallelWorkers()).mapToObj(worker -> url(job, pod, rank, worker));
    }

    private static String url(Job job, NewPod.Ranked pod, int rank, int worker) {
        return "tcp://" + Names.pod(job, Task.WORKER, rank, pod.generation()) + "." + Names.service(job) + ":"
                + (AddressBook.PORT + worker);
    }

    private static String numbers(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
