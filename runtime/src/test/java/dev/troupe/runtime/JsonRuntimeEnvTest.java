package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.exception.RuntimeEnvException;
import io.ray.api.options.CallOptions;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class JsonRuntimeEnvTest {
    @SuppressWarnings("EffectivelyPrivate") // as users write them
    private static class Pip {
        private String[] packages;
        private Boolean pipCheck;
        public Map<String, List<Integer>> open;

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
    }

    enum Size {
        SMALL, LARGE
    }

    record Shirt(String name, Size size, double price, Set<String> colours) {}

    private final JsonRuntimeEnv env = new JsonRuntimeEnv();

    @Test
    void textsArraysAndBeansComeBack() {
        Pip pip = new Pip();
        pip.setPackages(new String[]{"requests", "tensorflow"});
        pip.setPipCheck(false);
        pip.open = Map.of("a", List.of(1, 2));
        env.set("working_dir", "https://example.org/w.zip");
        env.set("py_modules", new String[]{"a", "b"});
        env.set("pip", pip);
        JsonRuntimeEnv got = JsonRuntimeEnv.parse(env.serialize());
        assertEquals("https://example.org/w.zip", got.get("working_dir", String.class));
        assertArrayEquals(new String[]{"a", "b"}, got.get("py_modules", String[].class));
        Pip same = got.get("pip", Pip.class);
        assertArrayEquals(pip.getPackages(), same.getPackages());
        assertEquals(false, same.getPipCheck());
        assertEquals(pip.open, same.open);
        assertTrue(got.remove("pip"));
        assertFalse(got.remove("pip"));
        assertNull(got.get("pip", Pip.class));
    }

    @Test
    void jsonTextStaysAsItWas() {
        String text = "{\"packages\":[\"requests\",\"tensorflow\"],\"pip_check\":false,\"a\":1.50e3}".replace("1.50e3", "1500.0");
        env.setJsonStr("pip", text);
        assertEquals(text, JsonRuntimeEnv.parse(env.serialize()).getJsonStr("pip"));
        assertEquals("null", env.getJsonStr("absent"));
        assertTrue(env.contains("pip"));
    }

    @Test
    void recordsEnumsAndNumbersComeBack() {
        Shirt shirt = new Shirt("x", Size.LARGE, 2.5, Set.of("red"));
        env.set("shirt", shirt);
        assertEquals("{\"name\":\"x\",\"size\":\"LARGE\",\"price\":2.5,\"colours\":[\"red\"]}", env.getJsonStr("shirt"));
        assertEquals(shirt, env.get("shirt", Shirt.class));
        env.set("numbers", Arrays.asList(1, null, 2.5f));
        assertEquals("[1,null,2.5]", env.getJsonStr("numbers"));
        assertEquals(Map.of("name", "x", "size", "LARGE", "price", 2.5, "colours", List.of("red")), env.get("shirt", Map.class));
        env.set("big", 1L << 40);
        assertEquals(1L << 40, env.get("big", long.class));
        assertMessage("field big of a runtime environment: 1099511627776 does not fit a int", () -> env.get("big", int.class));
    }

    @Test
    void theConfigurationIsAFieldOfItsOwnKind() {
        assertNull(env.getConfig());
        env.setConfig(new RuntimeEnvConfig(1, false));
        RuntimeEnvConfig got = JsonRuntimeEnv.parse(env.serialize()).getConfig();
        assertEquals(1, got.getSetupTimeoutSeconds());
        assertEquals(false, got.getEagerInstall());
        assertMessage("field config of a runtime environment must be a RuntimeEnvConfig, not a java.lang.String",
                () -> env.set("config", "x"));
    }

    @Test
    void badJsonIsSaid() {
        assertMessage("field pip of a runtime environment is not JSON: at character 1 there is 'p' where a value was expected",
                () -> env.setJsonStr("pip", "pip"));
        assertMessage("the runtime environment [1] is not a JSON object {…}", () -> JsonRuntimeEnv.parse("[1]"));
        assertMessage("field x of a runtime environment: a java.lang.Object has no properties; give it getters or public fields",
                () -> env.set("x", new Object()));
        Pip pip = new Pip();
        env.setJsonStr("pip", "{\"paquets\":1}");
        assertMessage("field pip of a runtime environment: a " + pip.getClass().getName()
                + " has no property 'paquets'; it has packages, pipCheck, open", () -> env.get("pip", Pip.class));
    }

    @Test
    void variablesAreMergedOneByOneOtherFieldsReplaced() {
        JsonRuntimeEnv job = JsonRuntimeEnv.parse("{\"env_vars\":{\"A\":\"1\",\"B\":\"2\"},\"java_jars\":[\"a.jar\"]}");
        JsonRuntimeEnv own = JsonRuntimeEnv.parse("{\"env_vars\":{\"A\":\"3\"},\"java_jars\":[\"b.jar\"],\"x\":1}");
        JsonRuntimeEnv both = JsonRuntimeEnv.merge(job, own);
        assertEquals("{\"env_vars\":{\"A\":\"3\",\"B\":\"2\"},\"java_jars\":[\"b.jar\"],\"x\":1}", both.serialize());
        assertEquals(Map.of("A", "3", "B", "2"), both.envVars());
        assertEquals(List.of("b.jar"), both.jars());
        assertEquals(job.serialize(), JsonRuntimeEnv.merge(job, new JsonRuntimeEnv()).serialize());
    }

    @Test
    void whatCannotBeAVariableOrAJarIsNamed() {
        assertMessage("env_vars of a runtime environment is [1]; it must be texts by name: {\"NAME\":\"value\"}",
                () -> JsonRuntimeEnv.parse("{\"env_vars\":[1]}").envVars());
        assertMessage("env_vars.A of a runtime environment is []; it must be a text",
                () -> JsonRuntimeEnv.parse("{\"env_vars\":{\"A\":[]}}").envVars());
        assertMessage("java_jars of a runtime environment is \"a.jar\"; it must be a list: [\"https://…/a.jar\"]",
                () -> JsonRuntimeEnv.parse("{\"java_jars\":\"a.jar\"}").jars());
    }

    @Test
    void theOptionsOfACallGiveItBack() {
        assertTrue(env.isEmpty());
        assertEquals("", ApiCorners.runtimeEnv(new CallOptions.Builder().setRuntimeEnv(env).build()));
        assertEquals("", ApiCorners.runtimeEnv(new CallOptions.Builder().build()));
        env.set("env_vars", new LinkedHashMap<>(Map.of("A", "1")));
        assertEquals("{\"env_vars\":{\"A\":\"1\"}}", ApiCorners.runtimeEnv(new CallOptions.Builder().setRuntimeEnv(env).build()));
    }

    private static void assertMessage(String expected, Executable action) {
        assertEquals(expected, assertThrows(RuntimeEnvException.class, action).getMessage());
    }
}
