package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfTest {
    @Test
    void whatPeopleWriteIsRead() {
        assertEquals(Map.of("ray.run-mode", "CLUSTER", "ray.job.namespace", "my space", "ray.job.jvm-options.0", "-Xmx1g",
                "ray.job.jvm-options.1", "-Da=b, c", "ray.logging.loggers.0.name", "x", "ray.logging.loggers.1.name", "y",
                "ray.address", "http://a:1", "ray.text", "a\"b", "ray.empty", ""), Conf.parse("ray.conf", """
                        # a comment
                        ray {
                          run-mode: CLUSTER   // another
                          job.namespace = my space
                          job { jvm-options: [ -Xmx1g, "-Da=b, c" ] }
                          logging.loggers = [
                            { name: x }
                            { name: y },
                          ]
                          address = http://a:1
                          "text": \"""a"b\"""
                          empty: ""
                          nothing = null
                        }
                        """));
    }

    @Test
    void theSecondValueWinsAndJsonIsRead() {
        assertEquals(Map.of("a", "2", "b.0", "z"), Conf.parse("x", "a=1\na=2\nb=[x, y]\nb=[z]"));
        assertEquals(Map.of("a.b", "1", "a.c.0", "true"), Conf.parse("x", "{\"a\": {\"b\": 1, \"c\": [true]}}"));
        assertEquals(Map.of(), Conf.parse("x", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            include "x"   | f, line 1: 'include' is not supported; put everything into one file
            a = ${b}      | f, line 1: '${…}' is not supported; write the value itself
            a += 1        | f, line 1: '+=' is not supported; write the whole list
            a             | f, line 1: after the key 'a' a ':', '=' or '{' is missing
            a {           | f, line 1: a '}' is missing at the end
            a = [1        | f, line 1: a ']' is missing at the end
            a = "x        | f, line 1: a quoted text is not closed
            a =           | f, line 1: a value is missing
            = 1           | f, line 1: a key cannot begin with '='
            """)
    void whatIsNotUnderstoodIsSaid(String text, String message) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> Conf.parse("f", text)).getMessage());
    }
}
