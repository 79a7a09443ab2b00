package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.StoreProbe;
import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.UnreconstructableException;
import io.ray.api.id.ActorId;
import io.ray.api.runtimecontext.ActorState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// How long objects and actors live, and where references may go.
final class ReferencesTest {
    private static final String SMALL_STORE = "ray.head-args.0=--object-store-memory=33554432";
    private static final String FOUR_CPUS = "ray.head-args.1=--num-cpus=4";
    private static final int EIGHT_MIB = 8 << 20;

    private static byte[] filled(int number) {
        var bytes = new byte[EIGHT_MIB];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static int sum(byte[] bytes) {
        return bytes[0] + bytes[bytes.length / 2] + bytes[bytes.length - 1];
    }

    static final class Keeper {
        private ObjectRef<?> kept;

        String read(List<ObjectRef<String>> references) {
            return references.getFirst().get();
        }

        String readTwice(List<ObjectRef<ObjectRef<String>>> references) {
            return references.getFirst().get().get();
        }

        boolean put(int number) {
            kept = Ray.put(filled(number));
            return true;
        }

        int sumOfKept() {
            return sum((byte[]) kept.get());
        }

        List<ObjectRef<Integer>> give(int number) {
            return List.of(Ray.put(number));
        }

        boolean keep(List<ObjectRef<Integer>> references) {
            kept = references.getFirst();
            return true;
        }

        Object readKept() {
            return kept.get();
        }

        List<ObjectRef<Integer>> putFor(ActorHandle<Keeper> owner, int number) {
            return List.of(Ray.put(number, owner));
        }

        byte[] large() {
            return filled(1);
        }

        int small() {
            return 1;
        }

        void leave() {
            Ray.exitActor();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aReferenceInsideAnArgumentStaysAReference() {
        var keeper = Ray.actor(Keeper::new).remote();
        var references = new ArrayList<>(List.of(Ray.put("test")));
        assertEquals("test", keeper.task(Keeper::read, (List<ObjectRef<String>>) references).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aReferenceCanReferToAReference() {
        var keeper = Ray.actor(Keeper::new).remote();
        var outer = Ray.put(Ray.put("inner"));
        assertEquals("inner", outer.get().get());
        assertEquals("inner", keeper.task(Keeper::readTwice, List.of(outer)).remote().get());
    }

    private static ObjectRef<Integer> startAnother(int number) {
        return Ray.task(ReferencesTest::square, number).remote();
    }

    private static int square(int number) {
        return number * number;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskMayReturnAReference() {
        assertEquals(9, Ray.task(ReferencesTest::startAnother, 3).remote().get().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {SMALL_STORE, FOUR_CPUS})
    void whatAnActorHoldsStaysWhileOthersComeAndGo() {
        var keeper = Ray.actor(Keeper::new).remote();
        keeper.task(Keeper::put, 7).remote().get();
        for (int i = 0; i < 10; i++) {
            assertEquals(3 * i, Ray.task(ReferencesTest::sum, filled(i)).remote().get());
        }
        assertEquals(21, keeper.task(Keeper::sumOfKept).remote().get());
    }

    private static int sumAfter(byte[] bytes, int ignored) {
        return sum(bytes) + ignored;
    }

    private static int failAfter(byte[] bytes, int ignored) {
        throw new IllegalStateException("after " + sum(bytes) + " and " + ignored);
    }

    private static int behind(Gate gate) throws InterruptedException {
        return gate.pass(0);
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {SMALL_STORE, FOUR_CPUS})
    void theArgumentsOfAWaitingTaskStay() {
        var gate = Gate.shut();
        var never = Ray.task(ReferencesTest::behind, gate).remote();
        var byValue = Ray.task(ReferencesTest::sumAfter, filled(1), never).remote();
        var byReference = Ray.task(ReferencesTest::sumAfter, Ray.put(filled(2)), never).remote();
        var failing = Ray.task(ReferencesTest::failAfter, Ray.put(filled(3)), never).remote();
        for (int i = 0; i < 6; i++) {
            Ray.put(filled(9));
            System.gc();
        }
        gate.open();
        assertEquals(3, byValue.get());
        assertEquals(6, byReference.get());
        assertEquals("after 9 and 0", assertThrows(RayTaskException.class, failing::get).getCause().getMessage());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {SMALL_STORE, FOUR_CPUS})
    void anObjectInsideAnotherLivesAsLongAsTheOther() {
        var outer = Ray.put(List.of(Ray.put(filled(5))));
        for (int i = 0; i < 6; i++) {
            Ray.put(filled(9));
            System.gc();
        }
        assertEquals(15, sum(outer.get().getFirst().get()));
    }

    @In(value = {EMBEDDED, CLUSTER}, with = SMALL_STORE)
    void whatDoesNotFitIntoMemoryGoesToDisk() {
        var refs = IntStream.range(0, 10).mapToObj(i -> Ray.put(filled(i))).toList();
        for (int i = 0; i < refs.size(); i++) {
            assertEquals(3 * i, sum(refs.get(i).get()));
        }
        var tooLarge = Ray.put(new byte[40 << 20]);
        assertEquals(40 << 20, tooLarge.get().length);
        assertEquals(0, Ray.task(ReferencesTest::sum, tooLarge).remote().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = SMALL_STORE)
    void whatNobodyHoldsMakesRoom() {
        var keeper = Ray.actor(Keeper::new).remote();
        for (int i = 0; i < 20; i++) {
            keeper.task(Keeper::put, i).remote().get();
            Ray.put(filled(i));
        }
        assertEquals(3, sum(keeper.task(Keeper::large).remote().get()));
        assertEquals(57, keeper.task(Keeper::sumOfKept).remote().get());
        eventually(() -> "what nobody holds is freed: " + StoreProbe.stats(), () -> {
            collectGarbage();
            Ray.task(ReferencesTest::collectGarbage).remote().get();
            return StoreProbe.stats().objects() == 1;
        });
    }

    /// So few tasks leave too little garbage here for a collection that nobody asked for.
    @In(value = CLUSTER, with = {SMALL_STORE, FOUR_CPUS})
    void aFullStoreMakesProcessesLookForWhatNobodyHolds() {
        var gate = Gate.shut();
        var never = Ray.task(ReferencesTest::behind, gate).remote();
        for (int i = 0; i < 20; i++) {
            Ray.wait(List.of(Ray.task(ReferencesTest::filled, i).remote()), 1, 10_000);
        }
        eventually(() -> "what nobody holds is freed: " + StoreProbe.stats(), () -> {
            Ray.wait(List.of(Ray.task(ReferencesTest::filled, 0).remote()), 1, 10_000);
            Ray.wait(List.of(never), 1, 200);
            return StoreProbe.stats().objects() < 10;
        });
        gate.open();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatWasFreedIsLost() {
        var keeper = Ray.actor(Keeper::new).remote();
        for (ObjectRef<?> result : List.of(keeper.task(Keeper::small).remote(), keeper.task(Keeper::large).remote(), Ray.put(1))) {
            result.get();
            Ray.internal().free(List.of(result), false);
            eventually("the object is gone", () -> isLost(result));
            assertThrows(UnreconstructableException.class, result::get);
        }
    }

    private static boolean isLost(ObjectRef<?> ref) {
        try {
            ref.get();
            return false;
        } catch (UnreconstructableException e) {
            return true;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void freeingLocalCopiesLeavesSmallResultsAlone() {
        var small = Ray.task(ReferencesTest::square, 3).remote();
        assertEquals(9, small.get());
        Ray.internal().free(List.of(small), true);
        assertEquals(9, small.get());
    }

    @In(value = CLUSTER, with = "troupe.isolation=process")
    void anObjectDiesWithTheProcessThatPutIt() {
        var keeper = Ray.actor(Keeper::new).remote();
        var given = keeper.task(Keeper::give, 5).remote().get().getFirst();
        assertEquals(5, given.get());
        var other = Ray.actor(Keeper::new).remote();
        var lent = keeper.task(Keeper::give, 6).remote().get();
        other.task(Keeper::keep, lent).remote().get();
        keeper.kill();
        eventually("the objects are lost", () -> isLost(lent.getFirst()));
        var failure = assertThrows(RayTaskException.class, () -> other.task(Keeper::readKept).remote().get());
        assertEquals(UnreconstructableException.class, failure.getCause().getClass());
    }

    @In(value = CLUSTER, with = "troupe.isolation=process")
    void anObjectPutForAnotherOwnerOutlivesItsMaker() {
        var owner = Ray.actor(Keeper::new).remote();
        var maker = Ray.actor(Keeper::new).remote();
        var borrower = Ray.actor(Keeper::new).remote();
        var put = maker.task(Keeper::putFor, owner, 1).remote().get();
        borrower.task(Keeper::keep, put).remote().get();
        maker.task(Keeper::leave).remote();
        assertThrows(RayException.class, () -> maker.task(Keeper::small).remote().get());
        assertEquals(1, borrower.task(Keeper::readKept).remote().get());
        assertEquals(1, put.getFirst().get());
    }

    private static ActorId actorThatNobodyHolds() {
        var counter = Ray.actor(Counter::new, 1).remote();
        counter.task(Counter::value).remote().get();
        return counter.getId();
    }

    private static ActorState state(ActorId actor) {
        return Ray.getRuntimeContext().getAllActorInfo().stream().filter(info -> info.actorId.equals(actor)).findFirst()
                .orElseThrow().state;
    }

    private static boolean collectGarbage() {
        System.gc();
        return true;
    }

    /// A handle is let go when the garbage collector of whoever had it notices.
    private static void awaitEnd(ActorId actor) {
        eventually("an actor that nobody holds ends", () -> {
            collectGarbage();
            Ray.task(ReferencesTest::collectGarbage).remote().get();
            return state(actor) == ActorState.DEAD;
        });
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorEndsWhenNobodyHoldsAHandle() {
        awaitEnd(actorThatNobodyHolds());
    }

    private static ObjectRef<Integer> callThatWaits(Gate gate, List<ActorId> id) {
        var counter = Ray.actor(Counter::new, 7).remote();
        id.add(counter.getId());
        return counter.task(Counter::increaseAndGet, Ray.task(ReferencesTest::behind, gate).remote()).remote();
    }

    @In(value = EMBEDDED, with = FOUR_CPUS)
    void anActorEndsWhenItsLastCallWasCancelled() {
        var gate = Gate.shut();
        var id = new ArrayList<ActorId>();
        var call = callThatWaits(gate, id);
        gate.awaitArrivals(1);
        collectGarbage();
        assertTrue(Troupe.cancel(call));
        awaitEnd(id.getFirst());
        gate.open();
    }

    private static ObjectRef<Integer> lendTo(Gate gate, List<ActorId> id) {
        var counter = Ray.actor(Counter::new, 7).remote();
        id.add(counter.getId());
        return Ray.task(ReferencesTest::askBehind, gate, counter).remote();
    }

    private static int askBehind(Gate gate, ActorHandle<Counter> counter) throws InterruptedException {
        gate.pass(true);
        return counter.task(Counter::value).remote().get();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anActorLivesWhileATaskHoldsItsHandle() {
        var gate = Gate.shut();
        var id = new ArrayList<ActorId>();
        var asked = lendTo(gate, id);
        gate.awaitArrivals(1);
        for (int i = 0; i < 3; i++) System.gc();
        gate.open();
        assertEquals(7, asked.get());
        awaitEnd(id.getFirst());
    }

    private static ObjectRef<Integer> lastCall(Gate gate) {
        return Ray.actor(Counter::new, 7).remote().task(Counter::waitAt, gate).remote();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorFinishesItsCallsBeforeItEnds() {
        var gate = Gate.shut();
        var answer = lastCall(gate);
        gate.awaitArrivals(1);
        for (int i = 0; i < 3; i++) System.gc();
        gate.open();
        assertEquals(7, answer.get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anObjectMayHoldTenThousandReferences() {
        List<ObjectRef<Integer>> many = IntStream.range(0, 10_000).mapToObj(Ray::put).toList();
        var read = Ray.put(many).get();
        assertEquals(10_000, read.size());
        assertEquals(9_999, read.getLast().get());
        assertEquals(49_995_000, Ray.task(ReferencesTest::sumOfAll, many).remote().get());
    }

    /// One of a long chain.
    static final class Link {
        private final Link next;
        private final ObjectRef<Integer> ref;

        Link(Link next, ObjectRef<Integer> ref) {
            this.next = next;
            this.ref = ref;
        }
    }

    private static int atTheEnd(Link link) {
        var last = link;
        while (last.next != null) last = last.next;
        return last.ref.get();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aReferenceAtTheEndOfALongChainTravels() {
        var chain = new Link(null, Ray.put(7));
        for (int i = 0; i < 5_000; i++) chain = new Link(chain, null);
        assertEquals(7, Ray.task(ReferencesTest::atTheEnd, chain).remote().get());
        assertEquals(7, atTheEnd(Ray.put(chain).get()));
    }

    private static int sumOfAll(List<ObjectRef<Integer>> many) {
        return Ray.get(many).stream().mapToInt(i -> i).sum();
    }
}
