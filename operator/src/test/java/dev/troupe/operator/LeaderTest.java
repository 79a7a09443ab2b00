package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Of several operators one acts.
final class LeaderTest {
    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void anotherLeadsWhenTheLeaderIsCutOff() throws Exception {
        try (Lab lab = new Lab()) {
            FaultyApi first = new FaultyApi(lab.client.getConfiguration());
            FaultyApi second = new FaultyApi(lab.client.getConfiguration());
            Operator leader = lab.start(settings(lab, "one"), client(lab, first));
            KubeCluster.await("one leads", () -> "one".equals(holder(lab)));
            lab.start(settings(lab, "two"), client(lab, second));
            second.script(_ -> FaultyApi.FORWARD);
            lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
            assertEquals(0, second.writes().size(), () -> "who does not lead, writes: " + second.writes());
            first.die();
            KubeCluster.await("two leads", () -> "two".equals(holder(lab)));
            lab.allReady("job").await("job", Phase.RUNNING).delete("job-learner-0").await("job", Phase.STARTING).checkRanks("job");
            assertTrue(leader.ended().get(1, TimeUnit.MINUTES).contains("is lost"));
            assertEquals(1, lab.status("job").counters().reschedules());
        }
    }

    @Test
    void anOperatorThatIsClosedGivesTheLeadAway() {
        try (Lab lab = new Lab()) {
            Operator leader = lab.start(patient(lab, "one"), lab.client);
            KubeCluster.await("one leads", () -> "one".equals(holder(lab)));
            lab.start(patient(lab, "two"), lab.client);
            leader.close();
            KubeCluster.await("two leads", () -> "two".equals(holder(lab)));
            lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
        }
    }

    @Test
    void operatorsOfDifferentNamespacesDoNotWaitForEachOther() {
        try (Lab lab = new Lab(); Lab other = new Lab()) {
            for (Lab one : List.of(lab, other)) {
                OperatorSettings settings = CommandLine.populateCommand(new OperatorOptions(), "--watch", one.namespace, "--namespace",
                        lab.namespace, "--identity", "of-" + one.namespace).settings();
                one.start(OperatorSettings.USUAL.watching(one.namespace).with(settings.election().orElseThrow()), one.client);
            }
            other.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
            lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
        }
    }

    @Test
    void whereThereIsNoNamespaceForTheLeaseItSaysSo() {
        try (Lab lab = new Lab()) {
            var settings = OperatorSettings.USUAL.watching(lab.namespace).with(new OperatorSettings.Election("nowhere", "one"));
            String sentence = assertThrows(OperatorException.class, () -> lab.start(settings, lab.client)).getMessage();
            assertTrue(sentence.startsWith("there is no namespace nowhere") && sentence.contains("--alone"), sentence);
        }
    }

    /// A lease that lasts longer than the test.
    private static OperatorSettings patient(Lab lab, String identity) {
        return OperatorSettings.USUAL.watching(lab.namespace).with(new OperatorSettings.Election(lab.namespace, "di-operator", identity,
                Duration.ofMinutes(10), Duration.ofMinutes(5), Duration.ofMillis(500)));
    }

    private static OperatorSettings settings(Lab lab, String identity) {
        return OperatorSettings.USUAL.watching(lab.namespace).with(new OperatorSettings.Election(lab.namespace, "di-operator", identity,
                Duration.ofSeconds(6), Duration.ofSeconds(4), Duration.ofMillis(500)));
    }

    private static KubernetesClient client(Lab lab, FaultyApi api) {
        KubernetesClient client = api.client();
        lab.closing(api, api::close);
        return lab.closing(client, client::close);
    }

    private static String holder(Lab lab) {
        var lease = lab.client.leases().inNamespace(lab.namespace).withName("di-operator").get();
        return lease == null ? null : lease.getSpec().getHolderIdentity();
    }
}
