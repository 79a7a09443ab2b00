package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Settings.RunMode;
import io.ray.api.id.JobId;
import io.ray.api.options.ActorLifetime;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Machine MACHINE = new Machine(8, 2, 100L << 30, 10L << 30);

    @TempDir
    private Path directory;

    private final Map<String, String> variables = new HashMap<>();

    private Settings read(String... properties) {
        Map<String, String> map = new HashMap<>();
        for (String property : properties) {
            map.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
        }
        return Settings.read(Sources.of(map, variables, null), MACHINE);
    }

    private void assertRefused(String message, String... properties) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> read(properties)).getMessage());
    }

    @Test
    void nothingSaidIsEmbeddedWithAllThereIs() {
        Settings settings = read();
        assertEquals(RunMode.EMBEDDED, settings.mode());
        assertEquals(Optional.empty(), settings.address());
        assertEquals(OptionalInt.empty(), settings.job().id());
        assertEquals(Optional.empty(), settings.job().namespace());
        assertEquals(ActorLifetime.NON_DETACHED, settings.job().defaultLifetime());
        assertTrue(settings.job().runtimeEnv().isEmpty());
        assertFalse(settings.job().ownProcesses());
        assertTrue(settings.warmStart());
        assertEquals(10L << 30, settings.node().objectStoreBytes());
        assertEquals(8, settings.node().resources().get("CPU"));
        assertEquals(2, settings.node().resources().get("GPU"));
        assertEquals(Map.of(), settings.node().labels());
        assertEquals(new LogSettings(Optional.empty(), 8L << 20, 1, true), settings.logs());
    }

    @Test
    void theRunModeIsWhatWasSaid() {
        assertEquals(RunMode.LOCAL, read("ray.run-mode=LOCAL").mode());
        assertEquals(RunMode.CLUSTER, read("ray.run-mode=CLUSTER").mode());
        assertEquals(RunMode.LOCAL, read("ray.run-mode=CLUSTER", "ray.local-mode=true").mode());
        assertEquals(RunMode.CLUSTER, read("ray.run-mode=LOCAL", "ray.local-mode=false").mode());
        Settings connected = read("ray.address=head:6379");
        assertEquals(RunMode.CLUSTER, connected.mode());
        assertEquals(Optional.of("head:6379"), connected.address().map(Sources.Found::value));
        assertEquals(connected.address().get().value(), read("ray.redis.address=head:6379").address().get().value());
        assertEquals(Optional.empty(), read("ray.address=head:6379", "ray.run-mode=LOCAL").address());
    }

    @Test
    void aSettingThatDoesNotExistIsRefused() {
        var refused = assertThrows(IllegalArgumentException.class, () -> read("troupe.num-cpu=4"));
        assertTrue(
                refused.getMessage()
                        .startsWith("troupe.num-cpu=4: there is no such setting; the settings are [troupe.isolation, troupe.labels,"),
                refused.getMessage());
        assertRefused(
                "ray.head-args --num-cpu=4: there is no such argument; the arguments are [num-cpus, num-gpus, memory, object-store-memory, "
                        + "resources, labels, node-ip-address, temp-dir]",
                "ray.head-args.0=--num-cpu=4");
        assertEquals(8, read("ray.head-args.0=--include-dashboard=false", "ray.head-args.1=--port=6379").node().resources().get("CPU"));
    }

    @Test
    void theTableOfThePageHasAllSettingsOfOursAndNoOthers() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "remote-functions.md"));
        String table = page.substring(page.indexOf("| Property | Default | Meaning |"));
        Set<String> named = table.lines().takeWhile(line -> line.startsWith("|")).map(line -> line.substring(1, line.indexOf('|', 1)))
                .flatMap(names -> Pattern.compile("troupe\\.[a-z-]+").matcher(names).results()).map(MatchResult::group)
                .collect(Collectors.toSet());
        assertEquals(Settings.OURS, named);
    }

    @Test
    void whatTheLauncherSaysIsNoMistake() {
        assertEquals(RunMode.EMBEDDED, read("troupe.aot=/opt/troupe/worker.aot").mode());
    }

    @Test
    void tasksAreRetriedThreeTimesUnlessTheJobSaysOtherwise() {
        assertEquals(3, read().job().maxRetries());
        assertEquals(0, read("troupe.max-retries=0").job().maxRetries());
        variables.put("TROUPE_MAX_RETRIES", "-1");
        assertEquals(-1, read().job().maxRetries());
        assertRefused("troupe.max-retries=-2: it must be a whole number, -1 or more", "troupe.max-retries=-2");
    }

    @Test
    void partsOfARuntimeEnvironmentThatNobodyWouldHeedAreRefused() {
        assertRefused("ray.job.runtime-env.pip.0: this is for Python, and workers here run Java: leave it out, and list libraries"
                + " in java_jars", "ray.job.runtime-env.pip.0=requests");
        assertRefused("ray.job.runtime-env.env_vars.A: this does not exist: the fields are env-vars, jars, working-dir, config",
                "ray.job.runtime-env.env_vars.A=b");
        assertRefused("ray.job.runtime-env.working-dir=/no/such/place: it does not exist: give a directory or a zip on this machine, or the"
                + " http address of a zip", "ray.job.runtime-env.working-dir=/no/such/place");
        variables.put("TROUPE_JOB_RUNTIME_ENV_CONDA", "myenv");
        assertRefused("TROUPE_JOB_RUNTIME_ENV_CONDA: this is for Python, and workers here run Java: leave it out, and list libraries"
                + " in java_jars");
    }

    @Test
    void aWorkingDirectoryNeedsAJvmOfItsOwn() {
        assertTrue(read("ray.job.runtime-env.working-dir=" + directory).job().needsOwnJvm());
        assertFalse(read().job().needsOwnJvm());
    }

    @Test
    void variablesOfTheJobMayBeSetByVariables() {
        variables.put("TROUPE_JOB_RUNTIME_ENV_ENV_VARS_Home", "/a");
        variables.put("TROUPE_JOB_RUNTIME_ENV_ENV_VARS_KEY", "variable");
        assertEquals(Map.of("Home", "/a", "KEY", "property"),
                read("ray.job.runtime-env.env-vars.KEY=property").job().runtimeEnv().envVars());
    }

    @Test
    void moreGpusThanThisProcessMaySeeAreRefused() {
        variables.put("CUDA_VISIBLE_DEVICES", "2,3");
        assertEquals(2, read("troupe.num-gpus=2").node().resources().get("GPU"));
        assertRefused("troupe.num-gpus=3: CUDA_VISIBLE_DEVICES=2,3 shows fewer; reduce this number, or list more GPUs there",
                "troupe.num-gpus=3");
    }

    @Test
    void headArgumentsDescribeTheNode() {
        NodeOffer node = read("ray.head-args.0=--num-cpus=5", "ray.head-args.1=--num-gpus", "ray.head-args.2=3",
                "ray.head-args.3=--resources={\"A\":8,\"B\":0.5}", "ray.head-args.4=--object-store-memory=104857600",
                "ray.head-args.5=--labels={\"gpu_type\":\"A100\",\"azone\":\"azone-1\"}", "ray.head-args.6=--node-ip-address=127.0.0.2",
                "ray.head-args.7=--memory=1GB", "ray.head-args.10=--port=1", "ray.head-args.11=--include-dashboard").node();
        assertEquals(Map.of("CPU", 5.0, "GPU", 3.0, "A", 8.0, "B", 0.5, "memory", (double) (1 << 30), "object_store_memory", 104857600.0),
                node.resources());
        assertEquals(104857600, node.objectStoreBytes());
        assertEquals(Map.of("gpu_type", "A100", "azone", "azone-1"), node.labels());
        assertEquals(Optional.of("127.0.0.2"), node.ip());
        assertEquals(Optional.of("10.1.1.1"), read("ray.head-args.0=--node-ip-address=127.0.0.2", "ray.node-ip=10.1.1.1").node().ip());
        assertEquals(Map.of("A", 1.0), without(read("ray.head-args=--num-cpus=0 --num-gpus=0 --resources={\"A\": 1}").node().resources()));
        assertEquals(7, read("troupe.num-cpus=7").node().resources().get("CPU"));
    }

    private static Map<String, Double> without(Map<String, Double> resources) {
        resources.keySet().removeAll(List.of("memory", "object_store_memory"));
        return resources;
    }

    @Test
    void jobSettingsAreRead() throws IOException {
        Path jar = Files.createFile(Files.createDirectories(directory.resolve("lib/deep")).resolve("a.jar"));
        Path other = Files.createFile(Files.createDirectory(directory.resolve("etc")).resolve("x.txt"));
        JobSettings job = read("ray.job.id=7f000000", "ray.job.namespace=space", "ray.job.jvm-options.0=-DX=999 1",
                "ray.job.jvm-options.1=-DY=998", "ray.job.default-actor-lifetime=DETACHED", "ray.job.runtime-env.env-vars.KEY1=A",
                "ray.job.runtime-env.env-vars.KEY2=B", "ray.job.runtime-env.jars.0=http://x/a.jar",
                "ray.job.runtime-env.jars.1=http://x/b.jar", "ray.job.runtime-env.config.setup-timeout-seconds=1",
                "troupe.isolation=process", "ray.job.code-search-path=" + directory.resolve("lib") + ":" + other + ":/no/such/thing:" + jar)
                .job();
        assertEquals(0x7f, job.id().orElseThrow());
        assertEquals(JobId.fromHexString("7f000000"), JobId.fromInt(job.id().orElseThrow()));
        assertEquals(Optional.of("space"), job.namespace());
        assertEquals(List.of("-DX=999 1", "-DY=998"), job.jvmOptions());
        assertEquals(ActorLifetime.DETACHED, job.defaultLifetime());
        assertEquals(Map.of("KEY1", "A", "KEY2", "B"), job.runtimeEnv().envVars());
        assertEquals(List.of("http://x/a.jar", "http://x/b.jar"), job.runtimeEnv().jars());
        assertEquals(1, job.runtimeEnv().getConfig().getSetupTimeoutSeconds());
        assertTrue(job.ownProcesses());
        assertEquals(List.of(directory.resolve("lib"), jar, other.getParent()), job.code());
    }

    @Test
    void plainListsAreSplit() {
        assertEquals(List.of("-DX=a b", "-Xmx1g", "--add-opens", "a/b=ALL-UNNAMED"),
                read("ray.job.jvm-options=-DX=\"a b\" -Xmx1g  --add-opens a/b=ALL-UNNAMED").job().jvmOptions());
        assertEquals(List.of("a.jar", "b.jar"), read("ray.job.runtime-env.jars=a.jar, b.jar").job().runtimeEnv().jars());
        assertEquals(List.of("-DX=a b"), read("ray.job.jvm-options.0=-DX=a b").job().jvmOptions());
    }

    @Test
    void theClassPathOfTheDriverIsThatOfItsWorkers() {
        assertEquals(List.of(directory), read("java.class.path=" + directory + ":/no/such/thing").job().code());
    }

    @Test
    void variablesFillWhatPropertiesLeaveOut() {
        variables.putAll(Map.of("TROUPE_RUN_MODE", "CLUSTER", "TROUPE_JOB_NAMESPACE", "v", "TROUPE_ISOLATION", "process",
                "TROUPE_HEAD_ARGS", "--num-cpus=3 --labels={\"a\": \"b c\"}", "TROUPE_OBJECT_STORE_MEMORY", "64m"));
        Settings settings = read("ray.job.namespace=p");
        assertEquals(RunMode.CLUSTER, settings.mode());
        assertEquals(Optional.of("p"), settings.job().namespace());
        assertTrue(settings.job().ownProcesses());
        assertEquals(3, settings.node().resources().get("CPU"));
        assertEquals(Map.of("a", "b c"), settings.node().labels());
        assertEquals(64 << 20, settings.node().objectStoreBytes());
        variables.put("TROUPE_RUN_MODE", "FAST");
        assertRefused("TROUPE_RUN_MODE=FAST: it must be LOCAL or CLUSTER; without it everything runs in this process");
    }

    @Test
    void aFileFillsWhatIsLeft() throws IOException {
        Path file = Files.writeString(directory.resolve("my.conf"), """
                ray { job { namespace = file, jvm-options = ["-DX=1"] }
                  head-args: ["--num-cpus=6"] }
                """);
        variables.put("TROUPE_JOB_NAMESPACE", "v");
        Settings settings = read("ray.config-file=" + file);
        assertEquals(Optional.of("v"), settings.job().namespace());
        assertEquals(List.of("-DX=1"), settings.job().jvmOptions());
        assertEquals(6, settings.node().resources().get("CPU"));
        assertEquals(List.of("-DY=2"), read("ray.config-file=" + file, "ray.job.jvm-options.0=-DY=2").job().jvmOptions());
        Files.writeString(file, "ray.run-mode: FAST");
        assertRefused("ray.run-mode in " + file + "=FAST: it must be LOCAL or CLUSTER; without it everything runs in this process",
                "ray.config-file=" + file);
    }

    @Test
    void rayConfOfTheClassPathIsRead() throws IOException {
        Files.writeString(directory.resolve("ray.conf"), "ray.job.namespace: \"on class path\"");
        try (URLClassLoader loader = new URLClassLoader(new URL[]{directory.toUri().toURL()}, null)) {
            Settings settings = Settings.read(Sources.of(Map.of(), Map.of(), loader), MACHINE);
            assertEquals(Optional.of("on class path"), settings.job().namespace());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    ray.run-mode=FAST                        | ray.run-mode=FAST: it must be LOCAL or CLUSTER; without it everything runs in this process
                    ray.local-mode=maybe                     | ray.local-mode=maybe: it must be true or false
                    ray.address=head                         | ray.address=head: it must be host:port, for example 10.0.0.5:6379; without it this process starts its own cluster
                    ray.job.id=1                             | ray.job.id=1: it must be 8 hexadecimal digits, for example 01000000 for job 1
                    ray.job.default-actor-lifetime=FOREVER   | ray.job.default-actor-lifetime=FOREVER: it must be DETACHED or NON_DETACHED
                    troupe.isolation=thread                  | troupe.isolation=thread: it must be job (one worker process for each job on a node) or process (one for each task and actor)
                    ray.head-args.0=num-cpus=4               | ray.head-args.0=num-cpus=4: it must be --name=value, for example --num-cpus=4
                    ray.head-args.0=--num-cpus=many          | ray.head-args --num-cpus=many: it must be a number, 0 or more, and a whole number from 1 on
                    ray.head-args.0=--num-cpus=1.5           | ray.head-args --num-cpus=1.5: it must be a number, 0 or more, and a whole number from 1 on
                    ray.head-args.0=--memory=much            | ray.head-args --memory=much: it must be a number of bytes, for example 100MB or 2GB
                    ray.head-args.0=--resources={A:1}        | ray.head-args --resources={A:1}: it must be JSON like {"A":8}; at character 2 there is 'A' where '"' was expected
                    ray.head-args.0=--resources={"A":"x"}    | ray.head-args --resources A=x: it must be a number, 0 or more, and a whole number from 1 on
                    ray.head-args.0=--resources={"CPU":1}    | ray.head-args --resources={"CPU":1}: CPU has a setting of its own, such as --num-cpus or --memory
                    ray.head-args.0=--labels=[]              | ray.head-args --labels=[]: it must be JSON like {"zone":"a"}
                    ray.head-args.0=--labels={"ray.io/x":"a"} | ray.head-args --labels={"ray.io/x":"a"}: names that begin with ray.io/ are reserved
                    ray.runmode=CLUSTER                      | ray.runmode=CLUSTER: there is no such setting; did you mean ray.run-mode?
                    ray.job.jvm_options=-Xmx1g               | ray.job.jvm_options=-Xmx1g: there is no such setting; did you mean ray.job.jvm-options?
                    troupe.object-store-memory=1             | troupe.object-store-memory=1: it must be 64KB or more
                    ray.logging.max-backup-files=-1          | ray.logging.max-backup-files=-1: it must be a whole number, 0 or more
                    """)
    void oneLineSaysWhatIsWrong(String property, String message) {
        assertRefused(message, property);
    }

    @Test
    void devicesThatMayBeSeenAreCounted() throws IOException {
        for (String name : List.of("nvidia0", "nvidia1", "nvidiactl", "sda")) {
            Files.createFile(directory.resolve(name));
        }
        assertEquals(2, Machine.gpus(directory.toFile(), null));
        assertEquals(0, Machine.gpus(directory.toFile(), ""));
        assertEquals(3, Machine.gpus(directory.toFile(), "0,1,5"));
        assertEquals(0, Machine.gpus(directory.toFile(), "-1"));
        assertTrue(Machine.here().memory() > 0);
        assertTrue(Machine.address().matches("[0-9.]+"));
    }
}
