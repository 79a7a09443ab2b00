package dev.troupe.lifecycle;

import dev.troupe.dijob.AggregatorConfig;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.Task;
import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Answers the requests of coordinators.
public final class CoordinatorReplicas {
    /// The letters of random names in Kubernetes. There are no vowels, so that no words come about.
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;

    private final Job job;
    private final Optional<AggregatorConfig> aggregators;
    private final Collection<Integer> nodeGpus;
    private final Set<String> taken = new HashSet<>();
    private final RandomGenerator random;
    private final List<NewPod.Role> pods = new ArrayList<>();

    /// What to create, and the address of each collector and learner, as `host:port`. A learner beside an aggregator is reached
    /// through the aggregator.
    public record Created(List<NewPod.Role> pods, List<String> collectors, List<String> learners) {
        public Created {
            pods = List.copyOf(pods);
            collectors = List.copyOf(collectors);
            learners = List.copyOf(learners);
        }
    }

    /// The pods to delete, and the pods that replace them.
    public record Replaced(List<Pod> going, Created created) {
        public Replaced { going = List.copyOf(going); }
    }

    /// The addresses of the pods that a coordinator talks to, as `host:port`.
    public record Reached(List<String> collectors, List<String> learners) {
        public Reached {
            collectors = List.copyOf(collectors);
            learners = List.copyOf(learners);
        }
    }

    private CoordinatorReplicas(Job job, Optional<AggregatorConfig> aggregators, Collection<Integer> nodeGpus, Collection<Pod> pods,
            RandomGenerator random) {
        this.job = job;
        this.aggregators = aggregators;
        this.nodeGpus = nodeGpus;
        this.random = random;
        take(pods);
    }

    private void take(Collection<Pod> pods) {
        for (Pod pod : pods) {
            taken.add(pod.name());
            Optional.ofNullable(pod.labels().get(Labels.AGGREGATOR)).ifPresent(taken::add); // its learners are not for another one
        }
    }

    /// The pods to create for a request.
    ///
    /// @param nodeGpus how many GPUs each node has
    /// @param pods that exist
    /// @throws IllegalArgumentException when the job has no template for what is asked; the message is for the user
    public static Created create(Job job, Optional<AggregatorConfig> aggregators, ReplicaRequest request, Collection<Integer> nodeGpus,
            Collection<Pod> pods, RandomGenerator random) {
        CoordinatorReplicas replicas = new CoordinatorReplicas(job, aggregators, nodeGpus, pods, random);
        List<String> collectors = new ArrayList<>();
        for (int i = 0; i < request.collectors().replicas(); i++) {
            collectors.add(replicas.single(TaskType.COLLECTOR, request.collectors().resources()));
        }
        List<String> learners = new ArrayList<>();
        for (int i = 0; i < request.learners().replicas(); i++) {
            Resources resources = request.learners().resources();
            learners.add(resources.gpus() > 1 ? replicas.spread(resources) : replicas.single(TaskType.LEARNER, resources));
        }
        return new Created(replicas.pods, collectors, learners);
    }

    /// The pods to delete when a coordinator requests fewer. An aggregator is deleted with its learners.
    public static List<Pod> remove(ReplicaRequest request, Collection<Pod> pods) {
        List<Pod> going = new ArrayList<>();
        reached(pods, TaskType.COLLECTOR).stream().limit(request.collectors().replicas()).forEach(going::add);
        reached(pods, TaskType.LEARNER).stream().limit(request.learners().replicas()).forEach(pod -> going.addAll(with(pod, pods)));
        return going;
    }

    /// The pods to delete when a coordinator reports that these failed, and those that replace them.
    ///
    /// @param names of pods, or the `host:port` by which they were reached
    /// @param pods the pods to choose from
    /// @param newer pods that were created since then: their names are taken
    /// @throws IllegalArgumentException as in [#create]
    public static Replaced replace(Job job, Optional<AggregatorConfig> aggregators, Collection<String> names, Collection<Integer> nodeGpus,
            Collection<Pod> pods, Collection<Pod> newer, RandomGenerator random) {
        Set<String> failed = new HashSet<>();
        names.forEach(name -> failed.add(name.replaceFirst("[.:].*", "")));
        CoordinatorReplicas replicas = new CoordinatorReplicas(job, aggregators, nodeGpus, pods, random);
        replicas.take(newer);
        List<Pod> going = new ArrayList<>();
        List<String> collectors = new ArrayList<>();
        List<String> learners = new ArrayList<>();
        for (Pod pod : reached(pods, TaskType.COLLECTOR)) {
            if (failed.contains(pod.name())) {
                going.add(pod);
                collectors.add(replicas.single(TaskType.COLLECTOR, asked(pod)));
            }
        }
        for (Pod pod : reached(pods, TaskType.LEARNER)) {
            List<Pod> unit = with(pod, pods);
            if (unit.stream().anyMatch(one -> failed.contains(one.name()))) {
                going.addAll(unit);
                Resources resources = asked(unit.getLast());
                learners.add(pod.task().equals(TaskType.AGGREGATOR.word()) ? replicas.spread(resources)
                        : replicas.single(TaskType.LEARNER, resources));
            }
        }
        return new Replaced(going, new Created(replicas.pods, collectors, learners));
    }

    /// Where these pods are reached. Learners beside an aggregator are left out: they are reached through that.
    public static Reached reached(String namespace, Collection<Pod> pods) {
        return new Reached(reached(pods, TaskType.COLLECTOR).stream().map(pod -> url(pod, namespace)).toList(),
                reached(pods, TaskType.LEARNER).stream().map(pod -> url(pod, namespace)).toList());
    }

    /// Where an aggregator reaches its learners: one address for each GPU.
    public static List<String> learnersOf(String aggregator, String namespace, Collection<Pod> pods) {
        List<String> urls = new ArrayList<>();
        for (Pod pod : pods) {
            if (!pod.deleting() && aggregator.equals(pod.labels().get(Labels.AGGREGATOR))) {
                urls.add(url(pod, namespace));
                pod.ports().entrySet().stream().filter(port -> port.getKey().startsWith(PodManifest.GPU_PORT)).map(Map.Entry::getValue)
                        .sorted().forEach(port -> urls.add(pod.name() + "." + namespace + ":" + port));
            }
        }
        return urls;
    }

    private static String url(Pod pod, String namespace) {
        int port = pod.ports().getOrDefault(Template.PORT_NAME, RolePort.of(pod.task()));
        return pod.name() + "." + namespace + ":" + port;
    }

    /// The pods of a role that a coordinator talks with: after plain learners, the aggregators instead of the learners beside them. When
    /// fewer are wanted the first go.
    static List<Pod> reached(Collection<Pod> pods, TaskType role) {
        List<Pod> reached = new ArrayList<>(of(pods, role));
        if (role == TaskType.LEARNER) {
            reached.addAll(of(pods, TaskType.AGGREGATOR));
        }
        return reached;
    }

    private static List<Pod> of(Collection<Pod> pods, TaskType role) {
        return pods.stream()
                .filter(pod -> !pod.deleting() && !pod.labels().containsKey(Labels.AGGREGATOR) && pod.task().equals(role.word())).toList();
    }

    /// A pod, followed by its learners when it is an aggregator.
    private static List<Pod> with(Pod pod, Collection<Pod> pods) {
        List<Pod> unit = new ArrayList<>(List.of(pod));
        pods.stream().filter(one -> !one.deleting() && pod.name().equals(one.labels().get(Labels.AGGREGATOR))).forEach(unit::add);
        return unit;
    }

    private static Resources asked(Pod pod) {
        return new Resources(pod.labels().getOrDefault(Labels.CPUS, ""), pod.labels().getOrDefault(Labels.MEMORY, ""),
                Integer.parseInt(pod.labels().getOrDefault(Labels.GPUS, "0")));
    }

    private String single(TaskType role, Resources resources) {
        NewPod.Role pod = new NewPod.Role(name(role), role, template(role), resources, Optional.empty(), Optional.empty());
        pods.add(pod);
        return url(pod);
    }

    /// An aggregator, and a pod for each part of the GPUs.
    private String spread(Resources resources) {
        Template template = aggregators.map(AggregatorConfig::template).orElseThrow(() -> new IllegalArgumentException(
                "a learner with " + resources.gpus() + " GPUs needs an aggregator, and the cluster has no AggregatorConfig: create one"));
        NewPod.Role aggregator = new NewPod.Role(aggregatorName(), TaskType.AGGREGATOR, template, resources, Optional.empty(),
                Optional.empty());
        pods.add(aggregator);
        String master = "";
        int start = 0;
        for (int gpus : GpuSplit.of(resources.gpus(), nodeGpus)) {
            NewPod.Role learner = new NewPod.Role(name(TaskType.LEARNER), TaskType.LEARNER, template(TaskType.LEARNER),
                    resources.withGpus(gpus),
                    Optional.of(new GpuShare(resources.gpus(), gpus, start, master)),
                    Optional.of(new NewPod.Aggregator(aggregator.name(), RoleEnvironment.port(aggregator))));
            pods.add(learner);
            master = master.isEmpty() ? learner.name() : master;
            start += gpus;
        }
        return url(aggregator);
    }

    private Template template(TaskType role) {
        return job.task(role.word()).map(Task::template).orElseThrow(() -> new IllegalArgumentException(
                "the job " + job.key() + " has no spec." + role.word() + ": it cannot have pods of that role"));
    }

    private String url(NewPod.Role pod) {
        return pod.name() + "." + job.key().namespace() + ":" + RoleEnvironment.port(pod);
    }

    private String aggregatorName() {
        String name = job.key().name() + "-aggregator";
        for (int i = 2; !taken.add(name); i++) {
            name = job.key().name() + "-aggregator-" + i;
        }
        return name;
    }

    private String name(TaskType role) {
        String name;
        do {
            StringBuilder suffix = new StringBuilder();
            for (int i = 0; i < SUFFIX; i++) {
                suffix.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            name = job.key().name() + "-" + role.word() + "-" + suffix;
        } while (!taken.add(name));
        return name;
    }
}
