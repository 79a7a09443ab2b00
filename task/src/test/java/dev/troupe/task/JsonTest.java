package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void everyKindOfValueIsRead() {
        assertEquals(
                Map.of("a", Arrays.asList(1L, -2.5, 1e3, true, false, null), "b", Map.of(), "c", List.of(), "d", "\"\\/\b\f\n\r\té"),
                Json.parse(
                        " {\"a\" : [1, -2.5, 1e3, true, false, null], \"b\":{}, \"c\":[ ], \"d\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"} "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1 2]", "01", "1.", "tru", "\"a", "\"\\x\"", "\"\\u12\"",
            "1 2", "'a'",
            "{\"a\":1,\"a\":2}", "-", "\"\n\""})
    void whatIsNotJsonIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
    }

    @Test
    void depthIsBounded() {
        assertThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(100_000)));
    }
}
