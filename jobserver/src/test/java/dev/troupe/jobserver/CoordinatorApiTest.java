package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.AggregatorConfigResource;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.Owners;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `/v1alpha1`, as coordinators use it. No operator runs here: the test creates the coordinator.
final class CoordinatorApiTest {
    private static final String API = "/v1alpha1/replicas";
    private static final String CONTAINERS = "template: {spec: {containers: [{name: di-container, image: ding}]}}";
    private static final List<Integer> NODES = List.of(8, 8, 0, 4);
    @TempDir
    private Path packages;
    private Desk desk;
    private GenericKubernetesResource job;

    @BeforeAll
    static void nodes() {
        var client = KubeCluster.shared().client();
        for (int i = 0; i < NODES.size(); i++) {
            Map<String, Quantity> has = Map.of("nvidia.com/gpu", new Quantity(NODES.get(i).toString()));
            var node = client.resource(new NodeBuilder().withNewMetadata().withName("gpus-" + i).endMetadata().withNewStatus()
                    .withCapacity(has).withAllocatable(has).endStatus().build());
            node.create();
        }
    }

    @AfterAll
    static void noNodes() {
        IntStream.range(0, NODES.size()).forEach(i -> KubeCluster.shared().client().nodes().withName("gpus-" + i).delete());
    }

    @BeforeEach
    void open() throws Exception {
        String namespace = KubeCluster.shared().namespace();
        ServerSettings usual = Desk.settings(packages);
        desk = new Desk(new ServerSettings(0, usual.tls(), ServerSettings.Admission.TOKENS_AND_PODS, namespace, usual.packages()),
                namespace);
        job = desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: DIJob\nmetadata: {name: job}\nspec:\n  coordinator: {"
                + CONTAINERS + "}\n  collector: {" + CONTAINERS + "}\n  learner: {" + CONTAINERS + "}\n");
        desk.client.resource(desk.pod(job, "job-coordinator", "coordinator").build()).create();
    }

    @AfterEach
    void close() {
        desk.client.resources(AggregatorConfigResource.class).inNamespace(desk.namespace).delete();
        desk.close();
    }

    private void aggregator() {
        desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: AggregatorConfig\nmetadata: {name: aggregator}\n"
                + "spec: {aggregator: {" + CONTAINERS + "}}\n");
    }

    /// @param rest of the body
    private Desk.Reply send(String verb, String path, String rest) throws Exception {
        return desk.send(verb, path, "{'namespace': '" + desk.namespace + "', 'coordinator': 'job-coordinator'" + rest + "}");
    }

    private Desk.Reply get(String parameters) throws Exception {
        return desk.get(API + "?namespace=" + desk.namespace + parameters);
    }

    private List<Pod> pods(String task) {
        return desk.client.pods().inNamespace(desk.namespace).withLabel(Labels.TASK_NAME, task).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).toList();
    }

    private static String name(String url) {
        return url.replaceFirst("\\..*", "");
    }

    private static String list(String... names) {
        return Stream.of(names).map(name -> "'" + name + "'").collect(Collectors.joining(", ", "[", "]"));
    }

    /// Its pods have other labels, so the server would neither find nor delete them.
    @Test
    void aJobThatAnotherOperatorStartedGetsNoPods() throws Exception {
        desk.client.resources(DIJobResource.class).inNamespace(desk.namespace).withName("job").subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"phase\": \"Running\"}}");
        assertEquals(
                "another operator started the job " + desk.namespace
                        + "/job, and Troupe cannot take it over: delete it and create it again",
                send("POST", API, ", 'collectors': {'replicas': 2}").refusal(409));
        assertEquals(List.of(), pods("collector"));
    }

    @Test
    void replicasComeAreReplacedAndGo() throws Exception {
        Desk.Reply created = send("POST", API, ", 'collectors': {'replicas': 2, 'cpus': '500m'}, 'learners': {'replicas': 3}");
        assertEquals(2, created.texts("collectors").size());
        assertEquals(3, created.texts("learners").size());
        assertEquals("job-coordinator", created.data().get("coordinator").asText());
        assertTrue(created.texts("collectors").getFirst().matches("job-collector-[a-z0-9]{5}\\." + desk.namespace + ":22270"),
                created::toString);
        Pod collector = pods("collector").getFirst();
        assertTrue(Owners.owns(job, collector));
        assertEquals("500m", collector.getSpec().getContainers().getFirst().getResources().getRequests().get("cpu").toString());

        Desk.Reply got = get("&coordinator=job-coordinator");
        assertEquals(created.texts("collectors").stream().sorted().toList(), got.texts("collectors"));
        assertEquals(created.texts("learners").stream().sorted().toList(), got.texts("learners"));
        assertEquals(got.envelope(), get("&name=" + name(got.texts("learners").get(1))).envelope(), "any pod of the job will do");
        assertEquals(got.envelope(), desk.get(API + "?Namespace=" + desk.namespace + "&COORDINATOR=job-coordinator").envelope());
        assertEquals(1, get("").data().size());
        assertEquals(got.data(), get("").data().get(0));

        String failed = ", 'collectors': " + list(got.texts("collectors").getFirst()) + ", 'learners': "
                + list(name(got.texts("learners").getFirst()));
        Desk.Reply replaced = send("POST", API + "/failed", failed);
        assertEquals(List.of(1, 1), List.of(replaced.texts("collectors").size(), replaced.texts("learners").size()));
        assertEquals(List.of(2, 3), List.of(pods("collector").size(), pods("learner").size()));
        assertEquals("500m", desk.client.pods().inNamespace(desk.namespace).withName(name(replaced.texts("collectors").getFirst())).get()
                .getSpec().getContainers().getFirst().getResources().getRequests().get("cpu").toString(), "by its like");
        assertTrue(send("POST", API + "/failed", failed).refusal(404).contains("has no pods"), "it has been replaced already");

        String twice = name(got.texts("collectors").get(1));
        assertEquals(1, send("POST", API + "/failed", ", 'collectors': " + list(twice, twice)).texts("collectors").size());
        assertEquals(2, pods("collector").size());

        Desk.Reply gone = send("DELETE", API, ", 'collectors': {'replicas': 1}, 'learners': {'replicas': 1}");
        assertEquals(List.of(1, 1), List.of(gone.texts("collectors").size(), gone.texts("learners").size()));
        assertEquals(List.of(1, 2), List.of(pods("collector").size(), pods("learner").size()));
        assertEquals(1, send("DELETE", API, ", 'collectors': {'replicas': 9}").texts("collectors").size(), "no more than there are");

        Pod deleted = pods("learner").getFirst();
        desk.client.resource(deleted).delete();
        assertEquals(1, get("&coordinator=job-coordinator").texts("learners").size(), "who is gone is not reached");
        send("POST", API, ", 'collectors': {'replicas': 1}, 'learners': {'replicas': 1}").data();
        Desk.Reply again = get("&coordinator=job-coordinator");
        assertEquals(List.of(1, 2), List.of(again.texts("collectors").size(), again.texts("learners").size()));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0, 1, 0", "1, 2, 1, 1, 2", "1, 10, 1, 2, 10", "2, 2, 2, 2, 4"})
    void learnersWithSeveralGpusAreSpread(int replicas, int gpus, int aggregators, int learners, int ports) throws Exception {
        aggregator();
        Desk.Reply created = send("POST", API, ", 'learners': {'replicas': " + replicas + ", 'gpus': '" + gpus + "'}");
        assertEquals(replicas, created.texts("learners").size());
        assertEquals(List.of(aggregators, learners), List.of(pods("aggregator").size(), pods("learner").size()));
        assertEquals(Set.copyOf(created.texts("learners")), Set.copyOf(get("&coordinator=job-coordinator").texts("learners")));
        if (aggregators == 0) {
            return;
        }
        assertEquals(ports, gpuPorts());
        String aggregator = pods("aggregator").getFirst().getMetadata().getName();
        Desk.Reply beside = get("&aggregator=" + aggregator);
        assertEquals(gpus, beside.texts("learners").size(), "an address for each GPU");
        assertEquals(aggregator, beside.data().get("coordinator").asText());
        assertEquals(1, send("POST", API + "/failed", ", 'learners': " + list(aggregator)).texts("learners").size());
        assertEquals(List.of(aggregators, learners), List.of(pods("aggregator").size(), pods("learner").size()));
        assertEquals(ports, gpuPorts());
        assertEquals(1, send("DELETE", API, ", 'learners': {'replicas': 1}").texts("learners").size());
        assertEquals(aggregators - 1, pods("aggregator").size());
        assertEquals(learners - learners / aggregators, pods("learner").size(), "learners go with their aggregator");
    }

    @Test
    void anAggregatorAndItsLearnersAreDeletedAndFail() throws Exception {
        aggregator();
        String learner = ", 'learners': {'replicas': 1, 'gpus': 10}";
        String first = name(send("POST", API, learner).texts("learners").getFirst());
        desk.client.pods().inNamespace(desk.namespace).withName(first).withGracePeriod(0).delete();
        String second = name(send("POST", API, learner).texts("learners").getFirst());
        assertNotEquals(first, second, "learners of the first are still there");
        assertEquals(10, get("&aggregator=" + second).texts("learners").size());

        desk.client.pods().inNamespace(desk.namespace).withLabel(Labels.TASK_NAME, "learner").withGracePeriod(0).delete();
        String third = name(send("POST", API + "/failed", ", 'learners': " + list(second)).texts("learners").getFirst());
        assertEquals(List.of(1, 2), List.of(pods("aggregator").size(), pods("learner").size()));
        assertEquals(10, get("&aggregator=" + third).texts("learners").size(), "as many as were asked for");

        String beside = pods("learner").getLast().getMetadata().getName();
        String fourth = name(send("POST", API + "/failed", ", 'learners': " + list(beside)).texts("learners").getFirst());
        assertNotEquals(third, fourth, "who learns beside an aggregator is replaced with it");
        assertEquals(List.of(1, 2), List.of(pods("aggregator").size(), pods("learner").size()));
    }

    private long gpuPorts() {
        return pods("learner").stream().flatMap(pod -> pod.getSpec().getContainers().getFirst().getPorts().stream())
                .map(ContainerPort::getName).filter(name -> !name.equals("master-port")).count();
    }

    @Test
    void twoAtOnceDoNotTakeOneName() throws Exception {
        aggregator();
        Callable<Desk.Reply> call = () -> send("POST", API, ", 'learners': {'replicas': 1, 'gpus': 2}");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var reply : threads.invokeAll(List.of(call, call, call))) {
                assertEquals(1, reply.get().texts("learners").size());
            }
        }
        assertEquals(List.of(3, 3), List.of(pods("aggregator").size(), pods("learner").size()));
    }

    @ParameterizedTest
    @CsvSource({"serviceAccountName: nobody, 409, service account", "restartPolicy: Sometimes, 400, Unsupported value"})
    void allOrNothingIsCreated(String learner, int status, String why) throws Exception {
        GenericKubernetesResource other = desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: DIJob\nmetadata: {name: other}\n"
                + "spec:\n  coordinator: {" + CONTAINERS + "}\n  collector: {" + CONTAINERS + "}\n  learner: {"
                + CONTAINERS.replace("{spec: {", "{spec: {" + learner + ", ") + "}\n");
        desk.client.resource(desk.pod(other, "other-coordinator", "coordinator").build()).create();
        String message = desk.send("POST", API, "{'namespace': '" + desk.namespace
                + "', 'coordinator': 'other-coordinator', 'collectors': {'replicas': 2}, 'learners': {'replicas': 1}}").refusal(status);
        assertTrue(message.contains(why), message);
        assertEquals(List.of(), pods("collector"));
        KubeCluster.await("events of what was tried", () -> {
            List<String> events = desk.client.v1().events().inNamespace(desk.namespace).list().getItems().stream()
                    .filter(event -> event.getInvolvedObject().getName().equals("other"))
                    .map(event -> event.getReason() + " " + event.getMessage()).toList();
            return events.stream().anyMatch(event -> event.startsWith("FailedCreate pod other-learner-") && event.contains(why))
                    && events.stream().filter(event -> event.startsWith("SuccessfulDelete deleted pod other-collector-")).count() == 2;
        });
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        assertEquals("a learner with 2 GPUs needs an aggregator, and the cluster has no AggregatorConfig: create one",
                send("POST", API, ", 'learners': {'replicas': 1, 'gpus': 2}").refusal(409), "unless another test has left one");
        aggregator();
        desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: AggregatorConfig\nmetadata: {name: second}\nspec: {}\n");
        assertTrue(send("POST", API, ", 'learners': {'replicas': 1, 'gpus': 2}").refusal(409).startsWith("there are 2 AggregatorConfigs"));
        assertEquals("collectors.replicas is -1: it must be a whole number from 0 to 1000; learners.replicas is '1', a string: "
                + "it must be a whole number from 0 to 1000; remove the quotes",
                send("POST", API, ", 'collectors': {'replicas': -1}, 'learners': {'replicas': '1'}").refusal(400));
        assertEquals("the body is empty: it must be JSON", desk.send("POST", API, "").refusal(400));
        assertEquals("collectors is 3: it must be a list of names", send("POST", API + "/failed", ", 'collectors': 3").refusal(400));
        assertEquals("the parameter pod is unknown or given twice: the parameters are namespace, coordinator, aggregator and name",
                get("&pod=x").refusal(400));
        assertEquals("there is no pod " + desk.namespace + "/not-there", get("&coordinator=not-there").refusal(404));
        for (String verb : List.of("POST", "DELETE")) {
            assertEquals(404, desk.send(verb, API, "{'namespace': '" + desk.namespace + "', 'coordinator': 'not-there'}").status());
        }
        assertTrue(send("POST", API + "/failed", ", 'learners': ['not-there']").refusal(404).endsWith("has no pods not-there"));
        assertTrue(send("PATCH", API, "").refusal(501).endsWith("is not implemented"));
        assertTrue(send("DELETE", API + "/failed", "").refusal(501).endsWith("is not implemented"));
        desk.client.resource(desk.pod(job, "alone", "coordinator").editMetadata().withOwnerReferences().endMetadata().build()).create();
        assertTrue(get("&coordinator=alone").refusal(404).endsWith("belongs to no DIJob"));
        desk.client.resources(DIJobResource.class).inNamespace(desk.namespace).withName("job").subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"phase\": \"Failed\"}}");
        assertEquals("the job " + desk.namespace + "/job has ended", send("POST", API, ", 'collectors': {'replicas': 1}").refusal(409));
    }

    @Test
    void aPodOfAnEarlierJobIsNotListenedTo() throws Exception {
        GenericKubernetesResource earlier = new GenericKubernetesResource();
        earlier.setApiVersion(job.getApiVersion());
        earlier.setKind(job.getKind());
        earlier.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMetaBuilder(job.getMetadata()).withUid("gone").build());
        desk.client.resource(desk.pod(earlier, "stale", "coordinator").editMetadata().editFirstOwnerReference()
                .withUid("00000000-0000-0000-0000-000000000000").endOwnerReference().endMetadata().build()).create();
        Desk.Reply reply = get("&coordinator=stale");
        // its owner does not exist, so the cluster's own garbage collection may be faster
        assertTrue(reply.refusal(404).matches("the pod .* belongs to an earlier DIJob .*, which is gone|there is no pod .*"),
                reply::toString);
        assertEquals(1, get("").data().size());
    }

    @Test
    void jobsOfTheOtherVersionAreSentThere() throws Exception {
        GenericKubernetesResource other = desk.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: other}\n"
                + "spec: {tasks: [{type: learner, " + CONTAINERS + "}]}\n");
        desk.client.resource(desk.pod(other, "other-learner-0", "learner").build()).create();
        assertTrue(desk.send("POST", API, "{'namespace': '" + desk.namespace + "', 'coordinator': 'other-learner-0'}").refusal(409)
                .endsWith("has no coordinator: use /v2alpha1"));
        assertTrue(desk.send("POST", "/v2alpha1/" + desk.namespace + ".job/replicas", "{'replicas': 1}").refusal(409)
                .contains("not preemptible"));
        assertEquals(List.of(), desk.get("/v2alpha1/" + desk.namespace + ".job/replicas").texts(""));
    }
}
