package dev.troupe.dijob;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Rules for the names and numbers of a job, without which its pods and services could not be created.
public final class NameRules {
    /// Each pod gets the names of all others in one variable.
    public static final int MAX_PODS = 1_000;
    /// The limit of Linux for one variable, minus the length of the longest name.
    private static final int MAX_VARIABLE = 128 * 1024 - 64;
    static final int MAX_PARALLEL_WORKERS = 1_000;

    private NameRules() {}

    static void check(Job job, Problems problems) {
        String name = job.key().name();
        if (name.isEmpty()) {
            problems.missing("metadata.name", "a job needs one; " + Dns.LABEL_RULE);
        } else if (!Dns.isLabel(name)) {
            problems.wrong("metadata.name", name, Dns.LABEL_RULE);
        } else {
            if (!(job.shape() instanceof Shape.Tasked) && Character.isDigit(name.charAt(0))) {
                problems.wrong("metadata.name", name, "it becomes the name of a service, which must begin with a letter");
            }
            longest(job).filter(longest -> longest.length() > Dns.MAX_LABEL).findFirst()
                    .ifPresent(longest -> problems.wrong("metadata.name", name, "the name " + longest + " made from it has "
                            + longest.length() + " characters, at most " + Dns.MAX_LABEL + " are allowed; use a shorter one"));
        }
        if (!Dns.isLabel(job.key().namespace())) {
            problems.wrong("metadata.namespace", job.key().namespace(), Dns.LABEL_RULE);
        }
        if (job.replicas() > MAX_PODS) {
            problems.add("spec.tasks", "ask for " + job.replicas() + " pods: at most " + MAX_PODS
                    + " are allowed, as each is told the names of all others");
        } else {
            addresses(job, problems);
        }
        variables(job, problems);
    }

    private static Stream<String> longest(Job job) {
        String name = job.key().name();
        return switch (job.shape()) {
            case Shape.Coordinated _ -> Stream.of(name + "-collector-xxxxx");
            case Shape.Elastic elastic -> Stream.of(name + "-9999-" + (elastic.maxReplicas() - 1));
            case Shape.Tasked _ -> Stream.concat(Stream.of(Names.service(job)),
                    job.tasks().stream().map(task -> name + "-" + task.name() + "-" + (task.replicas() - 1)));
        };
    }

    /// The longest list has the address of each pod, in the usual domain and with the longest port.
    private static void addresses(Job job, Problems problems) {
        String place = "." + Names.service(job) + "." + job.key().namespace() + ".svc.cluster.local:65535,";
        long length = switch (job.shape()) {
            case Shape.Coordinated _ -> 0;
            case Shape.Elastic elastic ->
                    elastic.maxReplicas() * (job.key().name().length() + "-9999-999".length() + (long) place.length());
            case Shape.Tasked _ -> job.tasks().stream()
                    .mapToLong(task -> task.replicas() * (long) (Names.pod(job, task.name(), task.replicas() - 1, 0) + place).length())
                    .sum();
        };
        if (length > MAX_VARIABLE) {
            problems.wrong("metadata.name", job.key().name(), "the addresses of all pods, which each of them is told in one variable, have "
                    + length + " characters with it, at most " + MAX_VARIABLE + " are allowed; use shorter names or fewer pods");
        }
    }

    /// `DI_<TASK>_NODES` must not be `DI_NODES` twice.
    private static void variables(Job job, Problems problems) {
        Map<String, Integer> taken = new HashMap<>();
        List<Task> tasks = job.tasks();
        for (int i = 0; i < tasks.size(); i++) {
            Integer earlier = taken.putIfAbsent(Names.nodesVariable(tasks.get(i).name()), i);
            if (earlier != null && !tasks.get(i).name().equals(tasks.get(earlier).name())) {
                problems.wrong("spec.tasks[" + i + "].name", tasks.get(i).name(), "it makes the same variable "
                        + Names.nodesVariable(tasks.get(i).name()) + " as spec.tasks[" + earlier + "]; use another name");
            }
        }
    }
}
