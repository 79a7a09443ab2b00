package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.SettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeListTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"login | login", "SH-IDC1-10-5-38-[190,215] | SH-IDC1-10-5-38-190 SH-IDC1-10-5-38-215",
            "SH-[38-40] | SH-38 SH-39 SH-40", "n[1,3-5] | n1 n3 n4 n5", "n[08-11] | n08 n09 n10 n11", "a,b[1-2],c | a b1 b2 c",
            "a[1-2],b[7] | a1 a2 b7", "n[1-2]-ib | n1-ib n2-ib", "r[1-2]n[3-4] | r1n3 r1n4 r2n3 r2n4"})
    void rangesAreWrittenOut(String text, String hosts) {
        assertEquals(hosts, String.join(" ", NodeList.parse(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n[1", "n]1", "n[a-b]", "n[5-3]", "n[1-2-3]", "a,,b", "n[]", "n[1-999999999]"})
    void nonsenseIsNamed(String text) {
        String message = assertThrows(SettingException.class, () -> NodeList.parse(text)).getMessage();
        assertTrue(message.contains("'" + text + "'"), message);
    }
}
