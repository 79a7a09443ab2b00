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
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Mode mode;
    private final In in;
    private Map<String, String> before = Map.of();
    private Leftovers already = Leftovers.none();

    Session(Mode mode, In in) {
        this.mode = mode;
        this.in = in;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        before = settings();
        already = Leftovers.now();
        assertFalse(Ray.isInitialized(), "an earlier test did not shut down");
        mode.set();
        for (var setting : in.with()) {
            int equals = setting.indexOf('=');
            System.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
        }
        if (in.started()) assertTimeoutPreemptively(PATIENCE, Ray::init, "Ray.init()");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            assertTimeoutPreemptively(PATIENCE, Ray::shutdown, "Ray.shutdown()");
            already.assertNothingNew();
        } finally {
            settings().keySet().forEach(System::clearProperty);
            before.forEach(System::setProperty);
        }
    }

    private static Map<String, String> settings() {
        var properties = System.getProperties();
        return properties.stringPropertyNames().stream().filter(name -> OURS.stream().anyMatch(name::startsWith))
                .collect(Collectors.toMap(name -> name, properties::getProperty));
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
