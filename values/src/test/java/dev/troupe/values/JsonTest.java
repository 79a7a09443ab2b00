package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
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

    @Test
    void whatIsWrittenIsReadAgainAndKeepsItsOrder() {
        String text = "{\"z\":[1,-2.5,true,false,null,[]],\"a\":{},\"\\\"\\\\\\n\\u0001é\":\"x\"}";
        assertEquals(text, Json.write(Json.parse(text)));
        assertEquals("[1,2,\"c\"]", Json.write(List.of(1, (short) 2, "c")));
        assertEquals("\"\\ud800\"", Json.write("\ud800"));
    }

    @Test
    void whatJsonHasNoFormForIsNamed() {
        assertEquals("JSON cannot represent NaN", assertThrows(IllegalArgumentException.class, () -> Json.write(Double.NaN)).getMessage());
        assertEquals("JSON cannot represent a java.lang.Thread",
                assertThrows(IllegalArgumentException.class, () -> Json.write(List.of(Thread.currentThread()))).getMessage());
        List<Object> endless = new ArrayList<>();
        endless.add(endless);
        assertThrows(IllegalArgumentException.class, () -> Json.write(endless));
    }
}
