package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.transport.Encryption;
import org.junit.jupiter.api.Test;

class LinkOptionsTest {
    @Test
    void linksAreEncryptedBetweenMachinesUnlessToldOtherwise() {
        assertEquals(Encryption.BETWEEN_MACHINES, LinkOptions.defaults().encryption());
    }
}
