package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import io.ray.api.exception.RuntimeEnvException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/// Starting, stopping, and what a job's settings do.
final class JobSettingsTest {
    @TempDir
    Path folder;

    private static String echo(String text) {
        return text;
    }

    private static String property(String name) {
        return Objects.toString(System.getProperty(name));
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    static final class Settings {
        String property(String name) {
            return JobSettingsTest.property(name);
        }

        long pid() {
            return JobSettingsTest.pid();
        }
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void workRunsWhereTheModeSays(Mode mode) {
        var pids = new HashSet<>(Ray.get(IntStream.range(0, 20).mapToObj(_ -> Ray.task(JobSettingsTest::pid).remote()).toList()));
        pids.add(Ray.actor(Settings::new).remote().task(Settings::pid).remote().get());
        assertEquals(1, pids.size(), "the tasks and actors of a job share a process");
        assertEquals(mode != CLUSTER, pids.equals(Set.of(pid())));
        assertEquals(mode == LOCAL, Ray.getRuntimeContext().isLocalMode());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.local-mode=true")
    void localModeMayBeAskedForByItself() {
        assertTrue(Ray.getRuntimeContext().isLocalMode());
        assertEquals(pid(), Ray.task(JobSettingsTest::pid).remote().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "troupe.isolation=process")
    void aJobMayAskForAProcessForEachActor() {
        var first = Ray.actor(Settings::new).remote();
        var second = Ray.actor(Settings::new).remote();
        var pids = Set.copyOf(Ray.get(List.of(first.task(Settings::pid).remote(), second.task(Settings::pid).remote())));
        assertEquals(2, pids.size());
        assertFalse(pids.contains(pid()));
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {"ray.job.jvm-options.0=-DX=999", "ray.job.jvm-options.1=-DY=998"})
    void aJobsJvmOptionsReachItsTasksAndActors() {
        assertEquals("999", Ray.task(JobSettingsTest::property, "X").remote().get());
        assertEquals("998", Ray.task(JobSettingsTest::property, "Y").remote().get());
        var settings = Ray.actor(Settings::new).remote();
        assertEquals("999", settings.task(Settings::property, "X").remote().get());
        assertEquals("998", settings.task(Settings::property, "Y").remote().get());
        var own = Ray.actor(Settings::new).setJvmOptions(List.of("-DX=1")).remote();
        assertEquals("1", own.task(Settings::property, "X").remote().get(), "an actor's own come last");
        assertEquals("998", own.task(Settings::property, "Y").remote().get());
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void anActorMayHaveJvmOptionsOfItsOwn() {
        var options = List.of("-Dtest.suffix=suffix", "-Dtest.suffix1=suffix1 suffix1");
        var settings = Ray.actor(Settings::new).setJvmOptions(options).remote();
        assertEquals("suffix", settings.task(Settings::property, "test.suffix").remote().get());
        assertEquals("suffix1 suffix1", settings.task(Settings::property, "test.suffix1").remote().get());
        assertEquals("null", Ray.task(JobSettingsTest::property, "test.suffix").remote().get());
        assertNotEquals(pid(), settings.task(Settings::pid).remote().get());
    }

    @In({EMBEDDED, CLUSTER})
    void jvmOptionsThatNoJvmAcceptsFailTheActor() {
        var settings = Ray.actor(Settings::new).setJvmOptions(List.of("-XX:+NoSuchOption")).remote();
        var failure = assertThrows(RuntimeEnvException.class, () -> settings.task(Settings::pid).remote().get());
        assertTrue(failure.getMessage().contains("NoSuchOption"), failure::toString);
    }

    private static boolean hasClass(String name) {
        return Parcel.isHere(name);
    }

    @In(value = CLUSTER, started = false)
    void workersFindClassesOnTheCodeSearchPath() throws IOException {
        var code = Parcel.folder(folder, "Foo");
        System.setProperty("ray.job.code-search-path", System.getProperty("java.class.path") + File.pathSeparator + code);
        Ray.init();
        assertTrue(Ray.task(JobSettingsTest::hasClass, "Foo").remote().get());
        assertFalse(hasClass("Foo"), "the driver does not need them");
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void placesOnTheClassPathNeedNotExist() {
        var before = System.getProperty("java.class.path");
        try {
            System.setProperty("java.class.path", before + File.pathSeparator + folder.resolve("not there/with a blank.jar"));
            Ray.init();
            assertEquals(1, Ray.actor(Counter::new, 1).remote().task(Counter::value).remote().get());
        } finally {
            System.setProperty("java.class.path", before);
        }
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER},
            with = {"ray.redis.password=12345678", "ray.redis.username=default", "ray.job.long-running=true"})
    void settingsThatMeanNothingHereAreAccepted() {
        assertEquals("hello", Ray.task(JobSettingsTest::echo, "hello").remote().get());
    }

    @In({EMBEDDED, LOCAL})
    void aSecondInitChangesNothing() {
        var ref = Ray.put(1);
        Ray.init();
        assertEquals(1, ref.get());
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void nothingWorksBeforeInitOrAfterShutdown() {
        assertFalse(Ray.isInitialized());
        assertThrows(IllegalStateException.class, () -> Ray.put(1));
        Ray.shutdown();
        Ray.init();
        assertTrue(Ray.isInitialized());
        var counter = Ray.actor(Counter::new, 1).remote();
        var pending = counter.task(Counter::waitAt, Gate.shut()).remote();
        Ray.shutdown();
        assertFalse(Ray.isInitialized());
        assertThrows(IllegalStateException.class, () -> Ray.put(1));
        assertThrows(RuntimeException.class, pending::get);
        assertThrows(IllegalStateException.class, () -> counter.task(Counter::value).remote());
        Ray.shutdown();
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void shutdownEndsTheGetsOfOtherThreads() {
        Ray.init();
        var gate = Gate.shut();
        var pending = Ray.actor(Counter::new, 1).remote().task(Counter::waitAt, gate).remote();
        var waiting = CompletableFuture.supplyAsync(pending::get, code -> Thread.ofPlatform().start(code));
        gate.awaitArrivals(1);
        Ray.shutdown();
        assertThrows(CompletionException.class, () -> waiting.orTimeout(5, TimeUnit.SECONDS).join());
        assertFalse(waiting.exceptionNow() instanceof TimeoutException, "it was still waiting");
    }

    @In(value = {EMBEDDED, LOCAL}, started = false)
    void aProgramMayStartAndStopManyTimes() {
        for (int i = 0; i < 20; i++) {
            Ray.init();
            assertEquals("hello", Ray.task(JobSettingsTest::echo, "hello").remote().get());
            Ray.shutdown();
        }
    }

    @In(value = CLUSTER, started = false)
    void aProgramMayStartAndStopItsWorkersManyTimes() {
        var pids = new HashSet<Long>();
        for (int i = 0; i < 4; i++) {
            Ray.init();
            pids.add(Ray.task(JobSettingsTest::pid).remote().get());
            Ray.shutdown();
        }
        assertEquals(4, pids.size());
    }

    private static int print(String text) {
        System.out.println(text);
        return 1;
    }

    @In(value = CLUSTER, started = false)
    void whatWorkersPrintAppearsOnTheDriversConsole() {
        try (var said = new Said()) {
            Ray.init();
            Ray.task(JobSettingsTest::print, "hello from afar").remote().get();
            eventually(() -> "the worker's line in " + said.text(), () -> said.contains(") hello from afar"));
            assertTrue(said.contains("pid="), said::text);
            Ray.shutdown();
        }
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void theEngineItselfSaysNothing() {
        try (var said = new Said()) {
            Ray.init();
            Ray.task(JobSettingsTest::echo, "hello").remote().get();
            Ray.actor(Counter::new, 1).remote().task(Counter::value).remote().get();
            Ray.shutdown();
            assertEquals("", said.text());
        }
    }

    @In(value = EMBEDDED, started = false)
    void settingsAreReadAtEachInit() {
        System.setProperty("ray.job.namespace", "first");
        Ray.init();
        assertEquals("first", Ray.getRuntimeContext().getNamespace());
        Ray.shutdown();
        System.setProperty("ray.job.namespace", "second");
        Ray.init();
        assertEquals("second", Ray.getRuntimeContext().getNamespace());
    }

    @In(value = EMBEDDED, started = false)
    void aWrongSettingFailsInitAndSaysWhich() {
        System.setProperty("ray.run-mode", "SIDEWAYS");
        var failure = assertThrows(RuntimeException.class, Ray::init);
        assertTrue(String.valueOf(failure.getCause()).contains("SIDEWAYS"), () -> String.valueOf(failure.getCause()));
        assertFalse(Ray.isInitialized());
    }

    @In(value = Mode.EMBEDDED, with = "ray.address=head:6379", started = false)
    void aClusterThatCannotBeJoinedIsNotIgnored() {
        var refused = assertThrows(RuntimeException.class, Ray::init);
        assertTrue(refused.getCause().getMessage().contains("ray.address=head:6379"), () -> "" + refused.getCause());
    }

    @In(value = Mode.EMBEDDED, with = "ray.redis.address=head:6379", started = false)
    void aClusterNamedInTheOldWayIsNotIgnored() {
        var refused = assertThrows(RuntimeException.class, Ray::init);
        assertTrue(refused.getCause().getMessage().startsWith("ray.redis.address=head:6379: no node of "),
                () -> "" + refused.getCause());
    }
}
