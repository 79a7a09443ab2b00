package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ray.api.Ray;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One test in one mode: its properties, its `Ray.init()` and `Ray.shutdown()`, and a look for what was left behind.
final class Session implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final List<String> OURS = List.of("ray.", "troupe.");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Mode mode;
    private final List<String> settings;
    private final boolean started;
    private Map<String, String> before = Map.of();
    private Leftovers already = Leftovers.none();

    Session(Mode mode, List<String> settings, boolean started) {
        this.mode = mode;
        this.settings = settings;
        this.started = started;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end();
    }

    void begin() {
        before = properties();
        already = Leftovers.now();
        assertFalse(Ray.isInitialized(), "an earlier test did not shut down");
        mode.set();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            System.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
        }
        if (started) assertTimeoutPreemptively(PATIENCE, Ray::init, "Ray.init()");
    }

    void end() {
        try {
            assertTimeoutPreemptively(PATIENCE, Ray::shutdown, "Ray.shutdown()");
            already.assertNothingNew();
        } finally {
            properties().keySet().forEach(System::clearProperty);
            before.forEach(System::setProperty);
        }
    }

    private static Map<String, String> properties() {
        var all = System.getProperties();
        return all.stringPropertyNames().stream().filter(name -> OURS.stream().anyMatch(name::startsWith))
                .collect(Collectors.toMap(name -> name, all::getProperty));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Mode.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return mode;
    }
}
