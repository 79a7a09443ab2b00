package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AdamTest {
    @Test
    void theFirstStepIsAsLongAsTheRateWhateverTheSlope() {
        double[] parameters = {1, 1};
        new Adam(2).step(parameters, new double[]{100, -3}, 0.1, 1e9);
        assertArrayEquals(new double[]{0.9, 1.1}, parameters, 1e-5);
    }

    @Test
    void itFindsTheBottomOfABowl() {
        double[] parameters = {3, -2};
        Adam adam = new Adam(2);
        for (int i = 0; i < 2000; i++) {
            adam.step(parameters, new double[]{2 * parameters[0], 20 * parameters[1]}, 0.02, 1e9);
        }
        assertArrayEquals(new double[]{0, 0}, parameters, 1e-2);
    }

    @Test
    void aLongGradientIsMadeShorter() {
        double[] shortened = {0};
        double[] asItIs = {0};
        Adam first = new Adam(1);
        Adam second = new Adam(1);
        first.step(shortened, new double[]{1}, 0.1, 0.5);
        second.step(asItIs, new double[]{0.5}, 0.1, 0.5);
        first.step(shortened, new double[]{0.1}, 0.1, 0.5);
        second.step(asItIs, new double[]{0.1}, 0.1, 0.5);
        assertEquals(asItIs[0], shortened[0], 1e-9);
    }

    @Test
    void itGoesOnFromWhatWasWritten() throws IOException {
        Adam first = new Adam(1);
        double[] parameters = {5};
        first.step(parameters, new double[]{2}, 0.1, 9);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        first.write(new DataOutputStream(bytes));
        Adam second = new Adam(1);
        second.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        double[] copy = parameters.clone();
        first.step(parameters, new double[]{-1}, 0.1, 9);
        second.step(copy, new double[]{-1}, 0.1, 9);
        assertArrayEquals(parameters, copy);
        String message = assertThrows(IOException.class,
                () -> new Adam(2).read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))).getMessage();
        assertTrue(message.contains("1 numbers of a network with 2"), message);
    }
}
