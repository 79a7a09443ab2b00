package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import io.ray.api.Ray;
import io.ray.api.exception.RuntimeEnvException;
import io.ray.api.runtimeenv.RuntimeEnv;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

final class RuntimeEnvTest {
    @TempDir
    Path folder;

    private static String environment(String name) {
        return Objects.toString(System.getenv(name));
    }

    private static boolean hasClass(String name) {
        return Parcel.isHere(name);
    }

    static final class Visitor {
        String environment(String name) {
            return RuntimeEnvTest.environment(name);
        }

        boolean hasClass(String name) {
            return Parcel.isHere(name);
        }

        long pid() {
            return ProcessHandle.current().pid();
        }
    }

    private static RuntimeEnv env(String name, Object value) {
        var env = new RuntimeEnv.Builder().build();
        env.set(name, value);
        return env;
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {"ray.job.runtime-env.env-vars.KEY1=A", "ray.job.runtime-env.env-vars.KEY2=B"})
    void aJobsVariablesAreSeenByItsTasksAndActors() {
        var visitor = Ray.actor(Visitor::new).remote();
        assertEquals("A", visitor.task(Visitor::environment, "KEY1").remote().get());
        assertEquals("B", visitor.task(Visitor::environment, "KEY2").remote().get());
        assertEquals("A", Ray.task(RuntimeEnvTest::environment, "KEY1").remote().get());
        var own = env("env_vars", Map.of("KEY1", "C"));
        assertEquals("C", Ray.task(RuntimeEnvTest::environment, "KEY1").setRuntimeEnv(own).remote().get(), "the task's own wins");
        assertEquals("B", Ray.task(RuntimeEnvTest::environment, "KEY2").setRuntimeEnv(own).remote().get(), "the job's others stay");
    }

    private static List<String> commandLine() throws IOException {
        return List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0"));
    }

    /// Every user of the machine can read it.
    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.runtime-env.env-vars.PASSWORD=open sesame")
    void noVariableStandsInTheCommandLineOfAWorker() {
        assertEquals("open sesame", Ray.task(RuntimeEnvTest::environment, "PASSWORD").remote().get());
        var own = env("env_vars", Map.of("SECOND", "open barley"));
        for (var words : List.of(Ray.task(RuntimeEnvTest::commandLine).remote().get(),
                Ray.task(RuntimeEnvTest::commandLine).setRuntimeEnv(own).remote().get())) {
            for (var word : words) {
                assertFalse(tells(word, "sesame") || tells(word, "barley"), word);
            }
        }
    }

    private static boolean tells(String word, String secret) {
        try {
            return word.contains(secret) || new String(Base64.getDecoder().decode(word), StandardCharsets.ISO_8859_1).contains(secret);
        } catch (IllegalArgumentException plain) {
            return false;
        }
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void aTaskMayHaveVariablesOfItsOwn() {
        var own = env("env_vars", Map.of("KEY1", "A", "KEY2", "B"));
        assertEquals("A", Ray.task(RuntimeEnvTest::environment, "KEY1").setRuntimeEnv(own).remote().get());
        assertEquals("B", Ray.task(RuntimeEnvTest::environment, "KEY2").setRuntimeEnv(own).remote().get());
        assertEquals("null", Ray.task(RuntimeEnvTest::environment, "KEY1").remote().get(), "others do not see them");
    }

    @In({EMBEDDED, CLUSTER})
    void anActorMayHaveVariablesOfItsOwn() {
        var visitor = Ray.actor(Visitor::new).setRuntimeEnv(env("env_vars", Map.of("KEY1", "A"))).remote();
        var other = Ray.actor(Visitor::new).remote();
        assertEquals("A", visitor.task(Visitor::environment, "KEY1").remote().get());
        assertEquals("null", other.task(Visitor::environment, "KEY1").remote().get());
        assertNotEquals(visitor.task(Visitor::pid).remote().get(), other.task(Visitor::pid).remote().get());
    }

    @In({EMBEDDED, CLUSTER})
    void anActorFindsClassesOfItsJarsAndZips() throws IOException {
        var jar = Parcel.jar(folder, "Foo").toUri().toString();
        var zip = Parcel.zipOfClasses(folder, "Bar").toUri().toString();
        var nested = Parcel.zipOfJars(folder, "Baz").toString();
        var visitor = Ray.actor(Visitor::new).setRuntimeEnv(env("java_jars", List.of(jar, zip, nested))).remote();
        assertTrue(visitor.task(Visitor::hasClass, "Foo").remote().get(), "a jar by its URL");
        assertTrue(visitor.task(Visitor::hasClass, "Bar").remote().get(), "a zip of classes");
        assertTrue(visitor.task(Visitor::hasClass, "Baz").remote().get(), "a zip of jars by its path");
        assertFalse(visitor.task(Visitor::hasClass, "Qux").remote().get());
    }

    @In({EMBEDDED, CLUSTER})
    void aTaskFindsClassesOfItsJarsAndZips() throws IOException {
        var jar = env("java_jars", List.of(Parcel.jar(folder, "Foo").toUri().toString()));
        assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Foo").setRuntimeEnv(jar).remote().get());
        assertFalse(Ray.task(RuntimeEnvTest::hasClass, "Bar").setRuntimeEnv(jar).remote().get());
        var zip = env("java_jars", List.of(Parcel.zipOfClasses(folder, "Bar").toUri().toString()));
        assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Bar").setRuntimeEnv(zip).remote().get());
        assertFalse(Ray.task(RuntimeEnvTest::hasClass, "Foo").remote().get(), "others do not find them");
    }

    @In(CLUSTER)
    void jarsComeOverHttp() throws IOException {
        Parcel.jar(folder, "Foo");
        Parcel.jar(folder, "Bar");
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, "/",
                SimpleFileServer.createFileHandler(folder));
        server.start();
        try {
            var place = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            var both = env("java_jars", List.of(place + "Foo.jar", place + "Bar.jar"));
            assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Foo").setRuntimeEnv(both).remote().get());
            assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Bar").setRuntimeEnv(both).remote().get());
        } finally {
            server.stop(0);
        }
    }

    @In(value = {EMBEDDED, CLUSTER}, started = false)
    void aJobsJarsAreFoundByItsTasks() throws IOException {
        var urls = List.of(Parcel.jar(folder, "Foo").toUri().toString(), Parcel.jar(folder, "Bar").toUri().toString());
        System.setProperty("ray.job.runtime-env.jars.0", urls.get(0));
        System.setProperty("ray.job.runtime-env.jars.1", urls.get(1));
        System.setProperty("ray.job.runtime-env.config.setup-timeout-seconds", "20");
        Ray.init();
        assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Foo").remote().get());
        assertTrue(Ray.task(RuntimeEnvTest::hasClass, "Bar").remote().get());
        var current = Ray.getRuntimeContext().getCurrentRuntimeEnv();
        assertEquals(urls, current.get("java_jars", List.class));
        assertEquals(20, current.getConfig().getSetupTimeoutSeconds());
    }

    @In({EMBEDDED, CLUSTER})
    void aJarThatCannotBeFetchedFailsTheTask() {
        var missing = env("java_jars", List.of(folder.resolve("missing.jar").toUri().toString()));
        var task = Ray.task(RuntimeEnvTest::hasClass, "Foo").setRuntimeEnv(missing).remote();
        var failure = assertThrows(RuntimeEnvException.class, task::get);
        assertTrue(failure.getMessage().contains("missing.jar"), failure.getMessage());
    }

    @In(EMBEDDED)
    void jarsOrOptionsThatCannotBeFailTheCallsOfAnActor() {
        var missing = env("java_jars", List.of(folder.resolve("missing.jar").toUri().toString()));
        var visitor = Ray.actor(Visitor::new).setRuntimeEnv(missing).remote();
        var failure = assertThrows(RuntimeEnvException.class, () -> visitor.task(Visitor::pid).remote().get());
        assertTrue(failure.getMessage().contains("missing.jar") && failure.getMessage().contains("Visitor"), failure.getMessage());
        var nonsense = Ray.actor(Visitor::new).setJvmOptions(List.of("-Xnonsense")).remote();
        assertThrows(RuntimeEnvException.class, () -> nonsense.task(Visitor::pid).remote().get());
    }

    private static String readAndWrite(String name) throws IOException {
        Files.writeString(Path.of("written here.txt"), "by a task");
        return Files.readString(Path.of(name)) + " in " + System.getenv("PWD");
    }

    private static List<String> listing() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    @In({EMBEDDED, CLUSTER})
    void aTaskRunsInACopyOfItsWorkingDirectory() throws IOException {
        var project = Files.createDirectory(folder.resolve("my project"));
        Files.writeString(project.resolve("data.txt"), "forty-two");
        var env = env("working_dir", project.toString());
        var said = Ray.task(RuntimeEnvTest::readAndWrite, "data.txt").setRuntimeEnv(env).remote().get();
        assertTrue(said.startsWith("forty-two in "), said);
        assertFalse(said.endsWith(project.toString()), "it is a copy");
        assertEquals(List.of("data.txt", "written here.txt"), Ray.task(RuntimeEnvTest::listing).setRuntimeEnv(env).remote().get());
        try (Stream<Path> files = Files.list(project)) {
            assertEquals(List.of(project.resolve("data.txt")), files.toList(), "the original stays as it was");
        }
        assertNotEquals(List.of("data.txt"), Ray.task(RuntimeEnvTest::listing).remote().get(), "others do not see it");
    }

    @In(EMBEDDED)
    void aWorkingDirectoryMayBeAZip() throws IOException {
        var zip = env("working_dir", Parcel.zipOfClasses(folder, "Foo").toUri().toString());
        assertEquals(List.of("parcel"), Ray.task(RuntimeEnvTest::listing).setRuntimeEnv(zip).remote().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, started = false)
    void aJobsWorkingDirectoryIsThatOfItsTasksAndActors() throws IOException {
        Files.writeString(folder.resolve("data.txt"), "forty-two");
        System.setProperty("ray.job.runtime-env.working-dir", folder.toString());
        Ray.init();
        assertEquals(List.of("data.txt"), Ray.task(RuntimeEnvTest::listing).remote().get());
        assertEquals(folder.toString(), Ray.getRuntimeContext().getCurrentRuntimeEnv().get("working_dir", String.class));
        var other = env("env_vars", Map.of("KEY1", "A"));
        assertEquals(List.of("data.txt"), Ray.task(RuntimeEnvTest::listing).setRuntimeEnv(other).remote().get(),
                "also with more of its own");
    }

    private static String refused(String field, Object value) {
        var env = env(field, value);
        var task = Ray.task(RuntimeEnvTest::environment, "KEY1").setRuntimeEnv(env);
        var why = assertThrows(RuntimeEnvException.class, task::remote).getMessage();
        var actor = Ray.actor(Visitor::new).setRuntimeEnv(env);
        assertEquals(why, assertThrows(RuntimeEnvException.class, actor::remote).getMessage());
        return why;
    }

    @In({EMBEDDED, LOCAL})
    void whatNobodyWouldHeedIsRefusedAtOnce() throws IOException {
        assertEquals("pip of a runtime environment is for Python, and workers here run Java: leave it out, and list libraries in java_jars",
                refused("pip", List.of("requests")));
        assertTrue(refused("conda", "myenv").startsWith("conda of a runtime environment is for Python"));
        assertTrue(refused("image_uri", "an/image").contains("start the driver in that image"));
        assertEquals("env-vars of a runtime environment does not exist: the fields are env_vars, java_jars, working_dir, config",
                refused("env-vars", Map.of("A", "b")));
        assertEquals("working_dir: " + folder.resolve("none") + " does not exist: give a directory or a zip on this machine, or the http"
                + " address of a zip", refused("working_dir", folder.resolve("none").toString()));
        var text = Files.writeString(folder.resolve("text.zip"), "no zip");
        assertEquals("working_dir: " + text + " is neither a directory nor a zip", refused("working_dir", text.toString()));
        assertEquals("working_dir: s3://bucket/a.zip cannot be fetched: use http:, https:, file: or a plain path",
                refused("working_dir", "s3://bucket/a.zip"));
    }

    private static Integer setupTimeout() {
        var config = Ray.getRuntimeContext().getCurrentRuntimeEnv().getConfig();
        return config == null ? null : config.getSetupTimeoutSeconds();
    }

    @In({EMBEDDED, CLUSTER})
    void aTaskSeesTheEnvironmentItWasGiven() {
        assertTrue(Ray.getRuntimeContext().getCurrentRuntimeEnv().isEmpty());
        var env = new RuntimeEnv.Builder().build();
        env.setConfig(new RuntimeEnvConfig(100, false));
        assertEquals(100, Ray.task(RuntimeEnvTest::setupTimeout).setRuntimeEnv(env).remote().get());
        assertNull(Ray.task(RuntimeEnvTest::setupTimeout).remote().get());
    }

    /// A bean, as people write them.
    @SuppressWarnings({"unused", "EffectivelyPrivate"})
    private static final class Pip {
        private String[] packages;
        private Boolean pipCheck;

        public String[] getPackages() {
            return packages;
        }

        public void setPackages(String[] packages) {
            this.packages = packages;
        }

        public Boolean getPipCheck() {
            return pipCheck;
        }

        public void setPipCheck(Boolean pipCheck) {
            this.pipCheck = pipCheck;
        }

        boolean same(Pip other) {
            return Arrays.equals(packages, other.packages) && Objects.equals(pipCheck, other.pipCheck);
        }
    }

    @In({EMBEDDED, LOCAL})
    void anEnvironmentKeepsTextArraysAndBeans() {
        var pip = new Pip();
        pip.setPackages(new String[]{"requests", "tensorflow"});
        pip.setPipCheck(false);
        var env = env("working_dir", "https://example.org/code.zip");
        env.set("py_modules", new String[]{"a", "b"});
        env.set("pip", pip);
        var copy = RuntimeEnv.deserialize(env.serialize());
        assertEquals("https://example.org/code.zip", copy.get("working_dir", String.class));
        assertArrayEquals(new String[]{"a", "b"}, copy.get("py_modules", String[].class));
        assertTrue(pip.same(copy.get("pip", Pip.class)));
        assertTrue(copy.contains("pip"));
        assertTrue(copy.remove("pip"));
        assertFalse(copy.remove("pip"));
        assertNull(copy.get("pip", Pip.class));
        assertFalse(copy.isEmpty());
    }

    @In({EMBEDDED, LOCAL})
    void anEnvironmentKeepsJsonAsItIs() {
        var json = "{\"packages\":[\"requests\",\"tensorflow\"],\"pip_check\":false}";
        var env = new RuntimeEnv.Builder().build();
        env.setJsonStr("pip", json);
        assertEquals(json, RuntimeEnv.deserialize(env.serialize()).getJsonStr("pip"));
        assertThrows(RuntimeEnvException.class, () -> env.setJsonStr("pip", "{not json"));
    }
}
