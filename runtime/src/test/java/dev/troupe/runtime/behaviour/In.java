package dev.troupe.runtime.behaviour;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test that runs once in each of these modes, each time between a `Ray.init()` and a `Ray.shutdown()` of its own.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(Modes.class)
@Timeout(60)
@interface In {
    Mode[] value();

    /// System properties of this test alone, as `key=value`.
    String[] with() default {};

    /// False: the test calls `Ray.init()` itself.
    boolean started() default true;
}
