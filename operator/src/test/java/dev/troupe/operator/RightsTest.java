package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An operator whose service account lacks rights says which.
final class RightsTest {
    private static final String JOBS = "dijobs.diengine.opendilab.org";
    private Lab lab;
    private KubernetesClient account;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() {
        lab = new Lab();
        account = lab.cluster.client(lab.cluster.token(lab.namespace, "default"));
        lab.closing(account, account::close);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void withoutAnyItDoesNotStart() {
        OperatorException refused = assertThrows(OperatorException.class, () -> Operator.start(settings(), account));
        assertTrue(refused.getMessage().contains("cannot list resource \"dijobs\""), refused.getMessage());
        assertTrue(refused.getMessage().contains("apply the ClusterRole and its binding of `troupe operator manifests`"),
                refused.getMessage());
    }

    @Test
    void anEventSaysWhatIsMissingAndItGoesOnWhenItIsGiven() {
        grant("look", "get,list,watch", JOBS + ",pods,services");
        grant("take", "patch", JOBS);
        grant("write", "update", JOBS + "/status");
        grant("make", "create", "services,events,secrets");
        KubeCluster.await("the rights are known", this::maySee);
        lab.start(settings(), account);
        lab.create(SmallJobs.tasks("", "learner*1")).awaitEvent("job", "FailedCreate");
        String message = lab.messages("job", "FailedCreate").getFirst();
        assertTrue(message.startsWith("pod job-learner-0: pods is forbidden: User \"system:serviceaccount:" + lab.namespace + ":default\" "
                + "cannot create resource \"pods\""), message);
        assertTrue(message.endsWith("apply the ClusterRole and its binding of `troupe operator manifests`"), message);
        assertEquals(Phase.PENDING, lab.status("job").phase());
        assertEquals(1, lab.messages("job", "FailedCreate").size(), "once is enough");
        grant("more", "create,delete", "pods");
        lab.await("job", Phase.STARTING);
    }

    private OperatorSettings settings() {
        return OperatorSettings.USUAL.watching(lab.namespace).with(dev.troupe.lifecycle.Cluster.Gang.OWN);
    }

    private boolean maySee() {
        try {
            Preflight.check(settings(), account);
            return true;
        } catch (OperatorException e) {
            return false;
        }
    }

    private void grant(String name, String verbs, String resources) {
        lab.cluster.kubectl("create", "role", name, "-n", lab.namespace, "--verb=" + verbs, "--resource=" + resources);
        lab.cluster.kubectl("create", "rolebinding", name, "-n", lab.namespace, "--role=" + name,
                "--serviceaccount=" + lab.namespace + ":default");
    }
}
