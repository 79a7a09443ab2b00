package dev.troupe.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({"same, same, 0", "'', abc, 3", "abc, '', 3", "worker, workers, 1", "wokrer, worker, 2", "Worker, worker, 1",
            "kitten, sitting, 3"})
    void itCountsTheLettersThatMustChange(String a, String b, int distance) {
        assertEquals(distance, EditDistance.between(a, b));
        assertEquals(distance, EditDistance.between(b, a));
    }
}
