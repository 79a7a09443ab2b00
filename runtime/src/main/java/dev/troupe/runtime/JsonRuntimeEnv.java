package dev.troupe.runtime;

import dev.troupe.node.WorkingDirectories;
import dev.troupe.values.Json;
import io.ray.api.exception.RuntimeEnvException;
import io.ray.api.runtimeenv.RuntimeEnv;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import io.ray.api.runtimeenv.types.RuntimeEnvName;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The environment of a task or an actor (variables, jars, files): a JSON object whose fields keep their order. Like Ray's, it accepts any field;
/// fields that are not supported here are rejected when work asks for them.
final class JsonRuntimeEnv implements RuntimeEnv {
    static final String WORKING_DIR = "working_dir";
    private static final String CONFIG = "config";
    private static final List<String> SERVED = List.of(RuntimeEnvName.ENV_VARS, RuntimeEnvName.JARS, WORKING_DIR, CONFIG);

    private final Map<String, Object> fields = new LinkedHashMap<>();

    /// @param serialized the result of [#serialize()]; empty or null for an empty one
    static JsonRuntimeEnv parse(String serialized) {
        JsonRuntimeEnv env = new JsonRuntimeEnv();
        if (serialized != null && !serialized.isBlank()) {
            if (!(json("the runtime environment", serialized) instanceof Map<?, ?> map)) {
                throw new RuntimeEnvException("the runtime environment " + serialized + " is not a JSON object {…}");
            }
            map.forEach((name, value) -> env.fields.put((String) name, value));
        }
        return env;
    }

    /// The environment of work that asks for `own` in a job or parent with `outer`: variables are merged one by one, and every other field of `own`
    /// replaces the outer one.
    static JsonRuntimeEnv merge(JsonRuntimeEnv outer, JsonRuntimeEnv own) {
        JsonRuntimeEnv both = new JsonRuntimeEnv();
        both.fields.putAll(outer.fields);
        both.fields.putAll(own.fields);
        if (outer.contains(RuntimeEnvName.ENV_VARS) && own.contains(RuntimeEnvName.ENV_VARS)) {
            Map<String, Object> variables = new LinkedHashMap<>(outer.envVars());
            variables.putAll(own.envVars());
            both.fields.put(RuntimeEnvName.ENV_VARS, variables);
        }
        return both;
    }

    /// @throws RuntimeEnvException if the field is not an object of texts
    Map<String, String> envVars() {
        Object value = fields.get(RuntimeEnvName.ENV_VARS);
        Map<String, String> variables = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> variables.put(variableName((String) name), text(RuntimeEnvName.ENV_VARS + "." + name, each)));
        } else if (value != null) {
            throw wrong(RuntimeEnvName.ENV_VARS, value, "texts by name: {\"NAME\":\"value\"}");
        }
        return variables;
    }

    /// Paths or addresses of jars and zips.
    ///
    /// @throws RuntimeEnvException if the field is not a list of texts
    List<String> jars() {
        Object value = fields.get(RuntimeEnvName.JARS);
        if (value instanceof List<?> list) {
            return list.stream().map(each -> text(RuntimeEnvName.JARS, each)).toList();
        }
        if (value != null) {
            throw wrong(RuntimeEnvName.JARS, value, "a list: [\"https://…/a.jar\"]");
        }
        return List.of();
    }

    /// The directory or zip that becomes the current directory, by an absolute path or an address.
    ///
    /// @throws RuntimeEnvException if the field is not a text, or names nothing usable
    Optional<String> workingDir() {
        Object value = fields.get(WORKING_DIR);
        String address = value == null ? "" : text(WORKING_DIR, value);
        if (address.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(WorkingDirectories.check(address));
        } catch (IOException e) {
            throw new RuntimeEnvException(WORKING_DIR + ": " + address + " " + e.getMessage(), e);
        }
    }

    /// The same, if it has no field that would be ignored.
    ///
    /// @throws RuntimeEnvException that names such a field
    JsonRuntimeEnv served() {
        fields.forEach((name, value) -> {
            if (value != null && !SERVED.contains(name)) {
                throw new RuntimeEnvException(name + " of a runtime environment " + UnservedField.why(name, SERVED));
            }
        });
        return this;
    }

    @Override
    public void set(String name, Object value) {
        if (name.equals(CONFIG) && !(value instanceof RuntimeEnvConfig)) {
            throw new RuntimeEnvException("field config of a runtime environment must be a RuntimeEnvConfig, not "
                    + (value == null ? "null" : "a " + value.getClass().getName()));
        }
        try {
            fields.put(name, Beans.toTree(value));
        } catch (IllegalArgumentException e) {
            throw new RuntimeEnvException("field " + name + " of a runtime environment: " + e.getMessage(), e);
        }
    }

    @Override
    public void setJsonStr(String name, String text) {
        Object value = json("field " + name + " of a runtime environment", text);
        if (name.equals(CONFIG)) {
            bind(name, value, RuntimeEnvConfig.class);
        }
        fields.put(name, value);
    }

    @Override
    public <T> T get(String name, Class<T> type) {
        return fields.get(name) == null ? null : bind(name, fields.get(name), type);
    }

    @Override
    public String getJsonStr(String name) {
        return Json.write(fields.get(name));
    }

    @Override
    public boolean contains(String name) {
        return fields.containsKey(name);
    }

    @Override
    public boolean remove(String name) {
        boolean there = fields.containsKey(name);
        fields.remove(name);
        return there;
    }

    @Override
    public String serialize() {
        try {
            return Json.write(fields);
        } catch (IllegalArgumentException e) {
            throw new RuntimeEnvException("the runtime environment cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /// The form in the options of a call; empty for an empty environment.
    @Override
    public String serializeToRuntimeEnvInfo() {
        return isEmpty() ? "" : serialize();
    }

    @Override
    public void setConfig(RuntimeEnvConfig config) {
        set(CONFIG, config);
    }

    @Override
    public RuntimeEnvConfig getConfig() {
        return get(CONFIG, RuntimeEnvConfig.class);
    }

    @Override
    public String toString() {
        return serialize();
    }

    private static Object json(String what, String text) {
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException e) {
            throw new RuntimeEnvException(what + " is not JSON: " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T bind(String name, Object tree, Class<T> type) {
        try {
            return (T) Beans.fromTree(tree, type);
        } catch (IllegalArgumentException e) {
            throw new RuntimeEnvException("field " + name + " of a runtime environment: " + e.getMessage(), e);
        }
    }

    private static String variableName(String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new RuntimeEnvException("'" + name + "' in env_vars of a runtime environment is not a valid name of a variable");
        }
        return name;
    }

    private static String text(String where, Object value) {
        if (value == null || value instanceof Map || value instanceof List) {
            throw wrong(where, value, "a text");
        }
        return value.toString();
    }

    private static RuntimeEnvException wrong(String where, Object value, String allowed) {
        return new RuntimeEnvException(where + " of a runtime environment is " + Json.write(value) + "; it must be " + allowed);
    }
}
