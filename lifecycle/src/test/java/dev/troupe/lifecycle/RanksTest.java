package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Yaml;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RanksTest {
    private static Map<String, Integer> ranks(World world) {
        Map<String, Integer> ranks = new TreeMap<>();
        world.pods.values().forEach(pod -> ranks.put(pod.name(), pod.rank()));
        return ranks;
    }

    private static void rescale(World world, String... tasks) {
        world.job = Files.parse(Yaml.tasks("", tasks));
    }

    @Test
    void ranksFollowTheOrderOfTasks() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2", "x*1")).running();
        assertEquals(Map.of("job-learner-0", 0, "job-collector-0", 1, "job-collector-1", 2, "job-x-0", 3), ranks(world));
    }

    @Test
    void newPodsTakeTheNextRanksAndOthersStayUntouched() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*1")).running();
        Map<String, Pod> before = Map.copyOf(world.pods);
        rescale(world, "learner*2", "collector*2");
        world.settle();
        assertEquals(Map.of("job-learner-0", 0, "job-collector-0", 1, "job-learner-1", 2, "job-collector-1", 3), ranks(world));
        before.forEach((name, pod) -> assertEquals(pod, world.pods.get(name)));
    }

    @Test
    void aFreeRankIsAHoleUntilANewPodTakesIt() {
        World world = World.of(Yaml.tasks("", "learner*2", "collector*1")).running();
        assertEquals(Map.of("job-learner-0", 0, "job-learner-1", 1, "job-collector-0", 2), ranks(world));
        rescale(world, "learner*1", "collector*1");
        world.running();
        assertEquals(List.of("learner-0", "", "collector-0"), world.status.roster().texts());
        world.pods.remove("job-collector-0");
        world.running();
        String domain = ".di-job.default.svc.cluster.local";
        assertEquals("job-learner-0" + domain + ",,job-collector-0" + domain, world.variables.get("job-collector-0").get("DI_NODES"));
        assertEquals("2", world.variables.get("job-collector-0").get("DI_RANK"));
        assertEquals("3", world.variables.get("job-collector-0").get("TROUPE_REPLICAS"), "a rank is always less than the number of ranks");
        rescale(world, "learner*1", "collector*3");
        world.running();
        assertEquals(Map.of("job-learner-0", 0, "job-collector-0", 2, "job-collector-1", 1, "job-collector-2", 3), ranks(world));
    }

    @Test
    void aReplacedPodKeepsItsRankEvenWhenOthersAreMissingToo() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*1")).running();
        rescale(world, "learner*2", "collector*1");
        world.running();
        Map<String, Integer> before = ranks(world);
        assertEquals(Map.of("job-learner-0", 0, "job-collector-0", 1, "job-learner-1", 2), before);
        world.pods.remove("job-collector-0");
        world.pods.remove("job-learner-1");
        assertEquals(before, ranks(world.settle()));
        world.all(pod -> new Pods(pod).failed(1)).settle();
        assertEquals(before, ranks(world));
        world.pods.clear();
        assertEquals(before, ranks(world.settle()));
    }

    @Test
    void aRankIsTakenWhileItsPodIsLeaving() {
        World world = World.of(Yaml.tasks("", "learner*2", "collector*1")).running();
        world.slowToLeave = true;
        rescale(world, "learner*1", "collector*2");
        world.step();
        assertEquals(Map.of("job-learner-0", 0, "job-learner-1", 1, "job-collector-0", 2, "job-collector-1", 3), ranks(world));
        assertEquals("job-learner-0,,job-collector-0,job-collector-1",
                world.variables.get("job-collector-1").get("DI_NODES").replace(".di-job.default.svc.cluster.local", ""),
                "nobody waits for one who leaves");
    }

    @Test
    void whatPodsWereToldCountsMoreThanALostStatus() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*1")).running();
        rescale(world, "learner*2", "collector*1");
        world.running();
        Map<String, Integer> before = ranks(world);
        world.status = Status.NEW;
        world.settle();
        assertEquals(before, ranks(world));
        assertEquals(List.of("learner-0", "collector-0", "learner-1"), world.status.roster().texts());
    }

    @Test
    void twoNamelessTypesDoNotDeleteEachOthersPods() {
        World world = World.of(Yaml.tasks("", "a*1", "b*1")).running();
        rescale(world, "a*2", "b*1");
        world.running();
        rescale(world, "a*2", "b*2");
        world.running();
        assertEquals(Map.of("job-a-0", 0, "job-b-0", 1, "job-a-1", 2, "job-b-1", 3), ranks(world));
    }

    @Test
    void aSlotWithoutARankIsABug() {
        assertThrows(IllegalArgumentException.class, () -> Roster.EMPTY.rank(new Slot("a", 0)));
    }
}
