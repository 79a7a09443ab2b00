package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.MqType;
import dev.troupe.task.Parallel;
import dev.troupe.task.Platform;
import dev.troupe.task.Protocol;
import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import dev.troupe.task.Topology;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {
    private static final Map<String, String> POD_3 = Map.of("DI_NODES", "SH-0,SH-1,SH-2,SH-3,SH-4,SH-5", "DI_RANK", "3");
    private static final Map<String, String> SLURM_3 = Map.of("SLURM_NTASKS", "6", "SLURM_NTASKS_PER_NODE", "3", "SLURM_NODELIST",
            "SH-IDC1-10-5-38-[190,215]", "SLURM_PROCID", "3", "SLURMD_NODENAME", "SH-IDC1-10-5-38-215");
    private static final String SPEC = """
            {"tasks": [
              {"labels": "league,collect", "node_ids": 10},
              {"labels": "league,collect", "node_ids": 11},
              {"labels": "evaluate", "node_ids": 20, "attach_to": "$node.10,$node.11"},
              {"labels": "learn", "node_ids": 31, "ports": 50000, "attach_to": "$node.10,$node.11,$node.20"},
              {"labels": ["learn"], "node_ids": "32", "attach_to": ["$node.31"]},
              {"labels": "learn", "node_ids": 33, "attach_to": ""}]}""";

    private static List<WorkerPlan> plan(Map<String, String> variables, Consumer<Settings> change) {
        Settings settings = new Settings();
        change.accept(settings);
        return Layout.plan(settings, new Surroundings(variables, () -> "10.0.0.7", true, List.of("localhost", "10.0.0.7")::contains,
                Path.of("/tmp/t"), "my.Main.play"));
    }

    private static String sentence(Map<String, String> variables, Consumer<Settings> change) {
        return assertThrows(SettingException.class, () -> plan(variables, change)).getMessage();
    }

    @ParameterizedTest(name = "{0}: {1} listens on {2}, dials {3}, awaits {4}")
    @CsvSource(delimiter = '|', value = {
            "MESH  | 0 | tcp://10.0.0.7:50515 | []     | [1, 2]",
            "MESH  | 1 | tcp://10.0.0.7:50516 | [0]    | [2]",
            "MESH  | 2 | tcp://10.0.0.7:50517 | [0, 1] | []",
            "STAR  | 0 | tcp://10.0.0.7:50515 | []     | [1, 2]",
            "STAR  | 1 | tcp://10.0.0.7:50516 | [0]    | []",
            "STAR  | 2 | tcp://10.0.0.7:50517 | [0]    | []",
            "ALONE | 0 | tcp://10.0.0.7:50515 | []     | []",
            "ALONE | 2 | tcp://10.0.0.7:50517 | []     | []"})
    void topologySaysWhoDialsWhom(Topology topology, int i, String listen, String dial, String awaited) {
        WorkerPlan plan = plan(Map.of(), s -> {
            s.workers = 3;
            s.topology = topology;
        }).get(i);
        assertEquals(List.of(i, listen, dial, awaited, List.of()),
                List.of(plan.nodeId(), plan.door().address().toString(), plan.dialHere().toString(), plan.awaited().toString(),
                        plan.dial()));
    }

    @Test
    void aWorkerHasItsOwnLabelsBesideThoseOfAll() {
        List<WorkerPlan> plans = plan(Map.of(), s -> {
            s.workers = 2;
            s.labels = Set.of("here");
            s.labelsOf = Map.of(1, Set.of("collector"));
        });
        assertEquals(List.of(Set.of("here"), Set.of("here", "collector")), plans.stream().map(WorkerPlan::labels).toList());
        assertEquals("labels of worker 2: there are 2 workers, the first is worker 0",
                assertThrows(SettingException.class, () -> Parallel.workers(2).labelsOf(2, "collector")).getMessage());
    }

    @Test
    void ipcSocketsAreNamedByNodeId() {
        List<WorkerPlan> plans = plan(Map.of(), s -> {
            s.workers = 2;
            s.protocol = Protocol.IPC;
            s.nodeIds = List.of(7);
        });
        assertEquals("ipc:///tmp/t/7.sock", plans.get(0).door().address().toString());
        assertEquals("ipc:///tmp/t/8.sock", plans.get(1).door().address().toString());
        assertEquals(Set.of(7), plans.get(1).dialHere());
    }

    @Test
    void throughRedisEveryoneIsReachedByNodeId() {
        WorkerPlan plan = plan(Map.of(), s -> {
            s.workers = 2;
            s.mqType = MqType.REDIS;
            s.redisHost = Optional.of("bus");
            s.group = Optional.of("run7");
            s.attachTo = List.of("9");
        }).get(1);
        assertEquals("redis://bus:6379/run7/1", plan.door().address().toString());
        assertEquals(List.of("redis://bus:6379/run7/9"), texts(plan));
        assertEquals(Set.of(0), plan.dialHere());
    }

    @Test
    void attachedAddressesComeOnTopOfAnyTopology() {
        for (Topology topology : Topology.values()) {
            List<String> dial = texts(plan(Map.of(), s -> {
                s.workers = 2;
                s.topology = topology;
                s.attachTo = List.of("192.168.0.1:50515", "tcp://b:1", "ipc:///tmp/b.sock");
            }).get(1));
            assertTrue(dial.containsAll(List.of("tcp://192.168.0.1:50515", "tcp://b:1", "ipc:///tmp/b.sock")), dial.toString());
            assertEquals(3, dial.size());
        }
    }

    @Test
    void listsGiveEachWorkerItsOwn() {
        List<WorkerPlan> plans = plan(Map.of(), s -> {
            s.workers = 2;
            s.ports = List.of(6000, 7000);
            s.nodeIds = List.of(5, 3);
            s.address = Optional.of("::1");
            s.labels = Set.of("learner");
        });
        assertEquals(List.of("tcp://[::1]:6000", "tcp://[::1]:7000"), plans.stream().map(p -> p.door().address().toString()).toList());
        assertEquals(List.of(5, 3), plans.stream().map(WorkerPlan::nodeId).toList());
        assertEquals(Set.of("learner"), plans.get(1).labels());
    }

    @ParameterizedTest(name = "ports {0}, address {1}, platform {2}: may move {3}, listens on loopback {4}")
    @CsvSource({",,NONE,true,true", "6000,,NONE,false,true", ",10.0.0.7,NONE,true,false", ",127.0.0.1,NONE,true,false",
            ",,K8S,false,false"})
    void defaultPortsMayMoveAndTheOutwardAddressHasLoopbackBesideIt(Integer port, String address, Platform platform, boolean mayMove,
            boolean loopbackToo) {
        Door door = plan(POD_3, s -> {
            s.ports = port == null ? List.of() : List.of(port);
            s.address = Optional.ofNullable(address);
            s.platform = Optional.of(platform);
            s.attachTo = List.of("h:1");
        }).getFirst().door();
        assertEquals(List.of(mayMove, loopbackToo), List.of(door.mayMove(), door.loopbackToo()));
    }

    @Test
    void whoAttachesToAPortOfThisHostLeavesItFree() {
        Door door = plan(Map.of(), s -> s.attachTo = List.of("localhost:50515", "tcp://10.0.0.7:50516", "elsewhere:50517")).getFirst()
                .door();
        assertEquals(Set.of(50515, 50516), door.leaveFree());
    }

    @Test
    void aDefaultPortThatIsAttachedToMeansAnotherRun() {
        List<WorkerPlan> plans = plan(Map.of(), s -> {
            s.workers = 2;
            s.attachTo = List.of("10.0.0.7:50515");
        });
        assertEquals(List.of(List.of("tcp://10.0.0.7:50515"), List.of("tcp://10.0.0.7:50515")),
                plans.stream().map(LayoutTest::texts).toList());
        assertEquals(List.of(Set.of(1), Set.of()), plans.stream().map(WorkerPlan::awaited).toList());
    }

    static Stream<Consumer<Settings>> placesAmongOthers() {
        return Stream.of(s -> s.workers = 2, s -> s.attachTo = List.of("h:1"), s -> s.ports = List.of(6000), s -> s.nodeIds = List.of(0),
                s -> s.labels = Set.of("learner"));
    }

    @ParameterizedTest
    @MethodSource("placesAmongOthers")
    void whoeverIsGivenAPlaceAmongOthersIsDistributed(Consumer<Settings> place) {
        assertTrue(plan(Map.of(), place).getFirst().distributed());
    }

    @Test
    void oneWorkerWithNobodyToAttachToStandsAlone() {
        assertFalse(plan(Map.of(), any -> {}).getFirst().distributed());
        assertTrue(plan(POD_3, any -> {}).getFirst().distributed());
    }

    @Test
    void theGroupIsTheProgramUnlessTheUserNamesIt() {
        assertEquals("my.Main.play", plan(Map.of(), any -> {}).getFirst().group());
        assertEquals("my.Main.play", plan(POD_3, any -> {}).getFirst().group());
        assertEquals("run7", plan(Map.of(), s -> s.group = Optional.of("run7")).getFirst().group());
    }

    @Test
    void podThreeOfSixDialsTheLowerRanks() {
        WorkerPlan plan = plan(POD_3, any -> {}).getFirst();
        assertEquals("tcp://SH-3:50515", plan.door().address().toString());
        assertEquals(3, plan.nodeId());
        assertEquals("tcp://SH-0:50515,tcp://SH-1:50515,tcp://SH-2:50515", joined(plan));
        assertEquals(Set.of(4, 5), plan.awaited());
    }

    @Test
    void twoWorkersPerPodCountNodeIdsAndPorts() {
        List<WorkerPlan> plans = plan(POD_3, s -> s.workers = 2);
        assertEquals(6, plans.get(0).nodeId());
        assertEquals("tcp://SH-0:50515,tcp://SH-0:50516,tcp://SH-1:50515,tcp://SH-1:50516,tcp://SH-2:50515,tcp://SH-2:50516",
                joined(plans.get(0)));
        assertEquals("tcp://SH-3:50516", plans.get(1).door().address().toString());
        assertEquals(Set.of(6), plans.get(1).dialHere());
        assertEquals(Set.of(8, 9, 10, 11), plans.get(1).awaited());
    }

    @Test
    void aStarOfPodsDialsEveryPortOfRankZero() {
        WorkerPlan plan = plan(POD_3, s -> {
            s.workers = 2;
            s.topology = Topology.STAR;
        }).getFirst();
        assertEquals(List.of("tcp://SH-0:50515", "tcp://SH-0:50516"), texts(plan));
    }

    @Test
    void podsAloneDialNobodyAndNoneMeansNoPlatform() {
        assertEquals(List.of(), texts(plan(POD_3, s -> s.topology = Topology.ALONE).getFirst()));
        assertEquals(0, plan(POD_3, s -> s.platform = Optional.of(Platform.NONE)).getFirst().nodeId());
    }

    @Test
    void slurmTaskThreeDialsTheThreeTasksOfTheFirstNode() {
        WorkerPlan plan = plan(SLURM_3, s -> s.platform = Optional.of(Platform.SLURM)).getFirst();
        assertEquals("tcp://SH-IDC1-10-5-38-215:15151", plan.door().address().toString());
        assertEquals(3, plan.nodeId());
        assertEquals(List.of("tcp://SH-IDC1-10-5-38-190:15151", "tcp://SH-IDC1-10-5-38-190:15152", "tcp://SH-IDC1-10-5-38-190:15153"),
                texts(plan));
    }

    @Test
    void slurmTasksOfOneNodeShareItsPorts() {
        List<WorkerPlan> plans = plan(with(SLURM_3, "SLURM_PROCID", "4"), s -> {
            s.platform = Optional.of(Platform.SLURM);
            s.workers = 2;
            s.topology = Topology.STAR;
        });
        assertEquals(List.of("tcp://SH-IDC1-10-5-38-215:15153", "tcp://SH-IDC1-10-5-38-215:15154"),
                plans.stream().map(p -> p.door().address().toString()).toList());
        assertEquals(List.of(8, 9), plans.stream().map(WorkerPlan::nodeId).toList());
    }

    @Test
    void aPlatformSpecNamesRanks() {
        WorkerPlan three = plan(POD_3, s -> s.platformSpec = Optional.of(SPEC)).getFirst();
        assertEquals(Set.of("learn"), three.labels());
        assertEquals("tcp://SH-3:50000", three.door().address().toString());
        assertEquals(31, three.nodeId());
        assertEquals(List.of("tcp://SH-0:50515", "tcp://SH-1:50515", "tcp://SH-2:50515"), texts(three));
        assertEquals(Set.of(32), three.awaited());
        WorkerPlan slurm = plan(SLURM_3, s -> {
            s.platform = Optional.of(Platform.SLURM);
            s.platformSpec = Optional.of(SPEC.replace("\"ports\": 50000,", ""));
        }).getFirst();
        assertEquals("tcp://SH-IDC1-10-5-38-215:15151", slurm.door().address().toString());
        assertEquals(List.of("tcp://SH-IDC1-10-5-38-190:15151", "tcp://SH-IDC1-10-5-38-190:15152", "tcp://SH-IDC1-10-5-38-190:15153"),
                texts(slurm));
        WorkerPlan five = plan(with(POD_3, "DI_RANK", "5"), s -> s.platformSpec = Optional.of(SPEC)).getFirst();
        assertEquals(List.of(), texts(five), "an empty attach_to is a choice, not an absence");
    }

    @Test
    void aPortGivenForPodsHoldsForAllRanksAndAddressForThisOne() {
        WorkerPlan plan = plan(POD_3, s -> {
            s.ports = List.of(6000);
            s.address = Optional.of("10.1.1.1");
            s.nodeIds = List.of(100);
        }).getFirst();
        assertEquals("tcp://10.1.1.1:6000", plan.door().address().toString());
        assertEquals("tcp://SH-0:6000", plan.dial().getFirst().toString());
        assertEquals(103, plan.nodeId());
    }

    @Test
    void aRankNobodyHasLeavesAHole() {
        Map<String, String> holes = Map.of("DI_NODES", "a,,b,", "DI_RANK", "2");
        List<WorkerPlan> plans = plan(holes, s -> s.workers = 2);
        assertEquals(List.of(4, 5), plans.stream().map(WorkerPlan::nodeId).toList(), "ids are counted as if nobody were missing");
        assertEquals(List.of("tcp://a:50515", "tcp://a:50516"), texts(plans.getFirst()));
        assertEquals(Set.of(5), plans.getFirst().awaited());
        assertEquals(Set.of(2), plan(with(holes, "DI_RANK", "0"), any -> {}).getFirst().awaited());
    }

    @Test
    void aStarWithoutRankZeroHasTheLowestRankThereIsInItsMiddle() {
        Map<String, String> holes = Map.of("DI_NODES", ",b,,d", "DI_RANK", "3");
        Consumer<Settings> star = s -> s.topology = Topology.STAR;
        assertEquals(List.of("tcp://b:50515"), texts(plan(holes, star).getFirst()));
        WorkerPlan hub = plan(with(holes, "DI_RANK", "1"), star).getFirst();
        assertEquals(List.of(), texts(hub));
        assertEquals(Set.of(3), hub.awaited());
    }

    @Test
    void aHoleHasNoNodeToAttachTo() {
        Map<String, String> holes = Map.of("DI_NODES", "a,,b", "DI_RANK", "2");
        String spec = "{\"tasks\": [{}, {}, {\"attach_to\": \"$node.1\"}]}";
        String sentence = sentence(holes, s -> s.platformSpec = Optional.of(spec));
        assertTrue(sentence.contains("$node.1") && sentence.contains("0, 2"), sentence);
    }

    /// The strings that `FirstFormFlags` of module dijob puts into the pod of rank 2.
    @ParameterizedTest(name = "{0} workers: {1} {2}")
    @CsvSource(delimiter = '|', value = {
            "1 | --ports=22270       | --node-ids=2   | tcp://seed-0-2.seed.games.svc.cluster.local:22270",
            "2 | --ports=22270,22271 | --node-ids=4,5 | tcp://seed-0-2.seed.games.svc.cluster.local:22271"})
    void theFlagsOfADIJobSayWhatThePlatformSays(int workers, String ports, String nodeIds, String lastListens) {
        String hosts = "seed-0-0.seed.games.svc.cluster.local,seed-0-1.seed.games.svc.cluster.local,"
                + "seed-0-2.seed.games.svc.cluster.local,seed-0-3.seed.games.svc.cluster.local";
        Map<String, String> pod = Map.of("DI_NODES", hosts, "DI_RANK", "2", "DI_PORTS_ARG", ports, "DI_NODE_IDS_ARG", nodeIds);
        Consumer<Settings> command = s -> {
            s.workers = workers;
            s.ports = numbers(ports);
            s.nodeIds = numbers(nodeIds);
            s.topology = Topology.STAR;
            s.attachTo = List.of("tcp://seed-0-0.seed:22270");
        };
        List<WorkerPlan> plans = plan(pod, command);
        assertEquals(numbers(nodeIds), plans.stream().map(WorkerPlan::nodeId).toList());
        assertEquals(lastListens, plans.getLast().door().address().toString());
        assertTrue(texts(plans.getFirst()).contains("tcp://seed-0-0.seed.games.svc.cluster.local:22270"), plans.toString());
        assertEquals(plans.stream().map(WorkerPlan::nodeId).toList(), plan(pod, s -> s.workers = workers).stream().map(WorkerPlan::nodeId)
                .toList(), "the same without the flags");
    }

    private static List<Integer> numbers(String flag) {
        return Stream.of(flag.substring(flag.indexOf('=') + 1).split(",")).map(Integer::valueOf).toList();
    }

    /// Also those that a worker is not linked to.
    @Test
    void everyWorkerKnowsWhoWasPlannedWithIt() {
        for (Topology topology : Topology.values()) {
            for (WorkerPlan plan : plan(Map.of(), s -> {
                s.workers = 3;
                s.nodeIds = List.of(5);
                s.topology = topology;
            })) {
                assertEquals(Set.of(5, 6, 7), plan.planned());
            }
            assertEquals(Set.of(0, 1, 2, 3, 4, 5), plan(POD_3, s -> s.topology = topology).getFirst().planned());
        }
    }

    static Stream<Arguments> mistakes() {
        Map<String, String> none = Map.of();
        Map<String, String> noRank = Map.of("DI_NODES", "a,b");
        return Stream.of(mistake(none, s -> s.platform = Optional.of(Platform.K8S), "DI_NODES is missing", "DIJob"),
                mistake(noRank, s -> s.platform = Optional.of(Platform.K8S), "DI_RANK is missing", "DIJob"),
                mistake(with(POD_3, "DI_RANK", "6"), any -> {}, "DI_RANK is 6", "0 to 5"),
                mistake(with(POD_3, "DI_RANK", "x"), any -> {}, "DI_RANK: 'x' is not a whole number", ""),
                mistake(with(POD_3, "DI_RANK", "2000000000000"), any -> {}, "DI_RANK: '2000000000000' is too large", "2147483647"),
                mistake(with(POD_3, "DI_NODES", "a,,b,,c"), any -> {}, "DI_NODES 'a,,b,,c'", "no process has that rank"),
                mistake(POD_3, s -> s.nodeIds = List.of(6, 7), "node ids [6, 7]", "only the first id of rank 0"),
                mistake(with(POD_3, "DI_NODE_IDS_ARG", "--node-ids=3"), s -> {
                    s.nodeIds = List.of(3);
                    s.workers = 2;
                }, "DI_NODE_IDS_ARG has node ids for 1 worker, but parallel-workers is 2", "engineFields.parallelWorkers to 2"),
                mistake(none, s -> s.platform = Optional.of(Platform.SLURM), "SLURM_NTASKS is missing", "srun"),
                mistake(with(SLURM_3, "SLURMD_NODENAME", "other"), s -> s.platform = Optional.of(Platform.SLURM), "other",
                        "--distribution=block"),
                mistake(with(SLURM_3, "SLURM_NTASKS", "7"), s -> s.platform = Optional.of(Platform.SLURM), "SLURM_NTASKS is 7", "2 nodes"),
                mistake(none, s -> s.ports = List.of(1, 2, 3), "3 ports [1, 2, 3] for 1 worker", "counted up"),
                mistake(none, s -> s.nodeIds = List.of(1, 2), "2 node ids [1, 2] for 1 worker", "counted up"),
                mistake(none, s -> s.ports = List.of(70000), "port 70000", "1 to 65535"),
                mistake(none, s -> s.nodeIds = List.of(-1), "node id -1", "0 or more"),
                mistake(none, s -> {
                    s.nodeIds = List.of(Integer.MAX_VALUE);
                    s.workers = 2;
                }, "node ids counted up from 2147483647", "begin with a smaller one"),
                mistake(POD_3, s -> s.nodeIds = List.of(Integer.MAX_VALUE), "node ids counted up from 2147483647",
                        "begin with a smaller one"),
                mistake(none, s -> {
                    s.protocol = Protocol.IPC;
                    s.attachTo = List.of("localhost:5");
                }, "attach-to 'localhost:5' is not a Unix socket", "ipc:///path/to.sock"),
                mistake(none, s -> s.labels = Set.of(" "), "a label is empty", "matchLabels"),
                mistake(none, s -> s.attachTo = List.of("nowhere"), "attach-to 'nowhere'", "host:port"),
                mistake(none, s -> s.attachTo = List.of("h:99999"), "attach-to 'h:99999'", "host:port"),
                mistake(none, s -> s.attachTo = List.of("tcp://127.0.0.1:x"), "attach-to 'tcp://127.0.0.1:x'", "1 to 65535"),
                mistake(none, s -> s.attachTo = List.of("tcp://h:0"), "attach-to 'tcp://h:0'", "1 to 65535"),
                mistake(none, s -> s.attachTo = List.of("tcp://h"), "attach-to 'tcp://h'", "tcp://host:port"),
                mistake(none, s -> s.attachTo = List.of("tcp://"), "attach-to 'tcp://'", "tcp://host:port"),
                mistake(none, s -> s.attachTo = List.of("ipc://x.sock"), "attach-to 'ipc://x.sock'", "ipc:///path"),
                mistake(none, s -> s.attachTo = List.of("http://h:80"), "attach-to 'http://h:80'", "tcp://host:port"),
                mistake(none, s -> s.attachTo = List.of("redis://h:6379/troupe/0"), "attach-to 'redis://h:6379", "mq-type redis"),
                mistake(none, s -> s.attachTo = List.of("h:1", " "), "attach-to has an empty entry", "host:port"),
                mistake(none, s -> s.address = Optional.of("h:5"), "address 'h:5'", "without port"),
                mistake(none, s -> s.mqType = MqType.REDIS, "mq-type redis", "redis-host"),
                mistake(none, s -> s.redisHost = Optional.of("x"), "redis-host", "mq-type redis"),
                mistake(POD_3, s -> s.protocol = Protocol.IPC, "ipc", "platform none"),
                mistake(none, s -> {
                    s.protocol = Protocol.IPC;
                    s.encryption = Encryption.NEVER;
                }, "tls and plain are for protocol tcp", "Unix sockets do not leave this machine"),
                mistake(none, s -> {
                    s.mqType = MqType.REDIS;
                    s.redisHost = Optional.of("x");
                    s.encryption = Encryption.ALWAYS;
                }, "traffic through Redis is always encrypted", "leave out tls and plain"),
                mistake(none, s -> s.platformSpec = Optional.of("{\"tasks\":[]}"), "platform spec", "k8s or slurm"),
                mistake(POD_3, s -> s.platformSpec = Optional.of("{\"tasks\":[{}]}"), "1 tasks for 6 ranks", "one for each"),
                mistake(POD_3, s -> s.platformSpec = Optional.of("{\"tasks\":[{}"), "not JSON", "character 13"),
                mistake(POD_3, s -> s.platformSpec = Optional.of("{\"tasks\":[{\"port\":1}]}"), "task 0: unknown key 'port'", "ports"),
                mistake(POD_3, s -> s.platformSpec = Optional.of("no/such/file.json"), "no/such/file.json", "nor a file"),
                mistake(POD_3, s -> s.platformSpec = Optional.of(SPEC.replace("$node.20", "$node.21")), "$node.21", "10, 11, 20"),
                mistake(POD_3, s -> s.platformSpec = Optional.of(SPEC.replace("11}", "10}")), "node id 10", "two workers"),
                mistake(none, s -> s.maxRetries = 3, "max-retries", "auto-recover"),
                mistake(none, s -> s.connectTimeout = Duration.ZERO, "connect-timeout 0 s", "more than 0 s"),
                mistake(none, s -> s.connectTimeout = Duration.ofMillis(-1500), "connect-timeout -1.5 s", "more than 0 s"),
                mistake(none, s -> s.startupInterval = Duration.ofSeconds(-1), "startup-interval -1 s is negative", "0 s or more"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("mistakes")
    void aMistakeIsASentenceWithTheValueAndTheNextStep(Map<String, String> variables, Consumer<Settings> change, String value,
            String next) {
        String sentence = sentence(variables, change);
        assertTrue(sentence.contains(value) && sentence.contains(next) && !sentence.contains("\n"), sentence);
    }

    private static Arguments mistake(Map<String, String> variables, Consumer<Settings> change, String value,
            String next) {
        return Arguments.of(variables, change, value, next);
    }

    private static List<String> texts(WorkerPlan plan) {
        return plan.dial().stream().map(Address::toString).toList();
    }

    private static String joined(WorkerPlan plan) {
        return String.join(",", texts(plan));
    }

    private static Map<String, String> with(Map<String, String> variables, String name, String value) {
        Map<String, String> changed = new HashMap<>(variables);
        changed.put(name, value);
        return changed;
    }
}
