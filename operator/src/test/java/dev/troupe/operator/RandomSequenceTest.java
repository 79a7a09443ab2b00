package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.jobserver.RequestedReplicas;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random sequences of scaling, failure and deletion, with operators killed between. A watch sees every moment: `DI_NODES[DI_RANK]` names
/// the pod itself, and no two pods have one rank. A failing seed names itself; `-Dseed` and `-Dsteps` try others.
final class RandomSequenceTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int STEPS = Integer.getInteger("steps", 15);

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksAreUniqueAndEachPodFindsItselfAtEveryMoment(boolean elastic) {
        List<String> trace = new ArrayList<>();
        Moments moments = new Moments();
        try (Lab lab = new Lab(); var _ = lab.client.pods().inNamespace(lab.namespace).withLabel(Labels.JOB, "job").watch(moments)) {
            Random random = new Random(SEED);
            Operator operator = lab.start();
            String terms = "backoffLimit: null\npreemptible: true";
            lab.create(elastic ? SmallJobs.elastic(terms + "\nminReplicas: 1\nmaxReplicas: 5")
                    : SmallJobs.tasks(terms, "learner*1", "collector*3"))
                    .await("job", Phase.STARTING);
            for (int i = 0; i < STEPS; i++) {
                String what = disturb(lab, random, elastic);
                trace.add(what);
                if (what.equals("kill")) {
                    Operator next = lab.start(); // for a while, two operators run
                    operator.close();
                    operator = next;
                }
                if (random.nextInt(3) == 0) {
                    ready(lab);
                }
            }
            KubeCluster.await("all runs when nothing happens any more", () -> {
                ready(lab);
                return lab.status("job").phase() == Phase.RUNNING;
            });
            lab.checkRanks("job");
            assertEquals(List.of(), moments.complaints);
            assertTrue(moments.pods > 4, "only " + moments.pods + " pods");
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + SEED + " after " + trace + ": " + moments.complaints, e);
        }
    }

    private static String disturb(Lab lab, Random random, boolean elastic) {
        List<String> pods = List.copyOf(lab.names("job"));
        String pod = pods.isEmpty() ? "job-of-nobody" : pods.get(random.nextInt(pods.size()));
        try {
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    int replicas = 1 + random.nextInt(5);
                    int task = random.nextInt(2);
                    lab.merge("job",
                            elastic ? "{\"metadata\": {\"annotations\": {\"" + RequestedReplicas.ANNOTATION + "\": \"" + replicas + "\"}}}"
                                    : scaled(lab, task, replicas));
                    return "scale " + task + " to " + replicas;
                }
                case 2 -> lab.ended(pod, 1);
                case 3 -> lab.ended(pod, 143);
                case 4 -> lab.status(pod, "{\"phase\": \"Failed\", \"reason\": \"Evicted\"}");
                case 5 -> lab.delete(pod);
                case 6 -> {
                    ready(lab);
                    return "ready";
                }
                default -> {
                    return "kill";
                }
            }
            return "hurt " + pod;
        } catch (NullPointerException | KubernetesClientException e) {
            return "missed " + pod; // it has been deleted meanwhile
        }
    }

    private static String scaled(Lab lab, int task, int replicas) {
        var tasks = new ArrayList<Object>((List<?>) lab.job("job").getSpec().get("tasks"));
        Map<Object, Object> changed = new HashMap<>((Map<?, ?>) tasks.get(task));
        changed.put("replicas", replicas);
        tasks.set(task, changed);
        return lab.client.getKubernetesSerialization().asJson(Map.of("spec", Map.of("tasks", tasks)));
    }

    private static void ready(Lab lab) {
        for (Pod pod : lab.pods("job")) {
            try {
                if (pod.getStatus().getPhase().equals("Pending")) {
                    lab.ready(pod.getMetadata().getName());
                }
            } catch (KubernetesClientException e) {
                // it has been deleted meanwhile
            }
        }
    }

    /// Every state of every pod, in the order of the API server.
    private static final class Moments implements Watcher<Pod> {
        private final Map<String, String> ranks = new HashMap<>();
        private final List<String> complaints = new ArrayList<>();
        private int pods;

        @Override
        public synchronized void eventReceived(Action action, Pod pod) {
            String name = pod.getMetadata().getName();
            String rank = Lab.env(pod, "DI_RANK");
            switch (action) {
                case ADDED -> {
                    pods++;
                    String other = ranks.put(rank, name);
                    if (other != null) {
                        complaints.add(name + " and " + other + " have rank " + rank);
                    }
                    String self = Lab.env(pod, "DI_NODES").split(",", -1)[Integer.parseInt(rank)].replaceFirst("\\..*", "");
                    if (!self.equals(name)) {
                        complaints.add(name + " is told that it is " + self);
                    }
                }
                case DELETED -> ranks.remove(rank, name);
                default -> {
                }
            }
        }

        @Override
        public void onClose(WatcherException cause) {}
    }
}
