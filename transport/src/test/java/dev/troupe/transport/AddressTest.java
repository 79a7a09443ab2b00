package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({"tcp://host:80,tcp,host:80", "host:80,tcp,host:80", "ipc:///tmp/a.sock,ipc,/tmp/a.sock", "MEM://name,mem,name",
            "redis://h:6379/group/7,redis,h:6379/group/7"})
    void schemesAndTargetsAreRead(String text, String scheme, String target) {
        assertEquals(new Address(scheme, target), Address.parse(text));
        assertEquals(scheme + "://" + target, Address.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host:", "host:port", "host:70000", ":80", "", "tcp://", "://x"})
    void mistakesAreNamed(String text) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Address.parse(text));
        assertTrue(e.getMessage().contains(text), e::getMessage);
    }

    @Test
    void anIpv6HostKeepsItsColons() {
        Address address = Address.tcp("::1", 50515);
        assertEquals("tcp://[::1]:50515", address.toString());
        assertEquals("::1", address.host());
        assertEquals(50515, address.port());
    }

    @Test
    void addressesAreEqualWhenBothPartsAre() {
        assertEquals(Address.parse("ipc:///tmp/a"), Address.parse("IPC:///tmp/a"));
        assertEquals(Address.parse("ipc:///tmp/a").hashCode(), new Address("ipc", "/tmp/a").hashCode());
        assertNotEquals(Address.parse("ipc:///tmp/a"), Address.parse("ipc:///tmp/b"));
        assertNotEquals(Address.parse("ipc:///tmp/a"), Address.parse("mem:///tmp/a"));
    }
}
