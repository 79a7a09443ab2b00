package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final double STEP = 1e-6;

    @Test
    void aNetworkWithoutHiddenLayersIsWeightsAndBiases() {
        Network network = new Network(2, 1);
        System.arraycopy(new double[]{2, 3, 0.5}, 0, network.parameters(), 0, 3);
        assertEquals(2 * 10 + 3 * 100 + 0.5, network.forward(new double[]{-1, 10, 100}, 1)[0], 1e-12);
    }

    @Test
    void tanhLiesBetweenTheLayers() {
        Network network = new Network(1, 1, 1);
        System.arraycopy(new double[]{2, 0.1, 3, 0.2}, 0, network.parameters(), 0, 4);
        assertEquals(3 * Math.tanh(2 * 0.7 + 0.1) + 0.2, network.forward(new double[]{0.7}, 0)[0], 1e-12);
    }

    /// The loss is the sum of outputs, each times a number of its own.
    @Test
    void theGradientIsWhatSmallChangesShow() {
        Network network = new Network(3, 5, 4, 2).randomised(new SplittableRandom(1), 1);
        double[] input = {0.3, -0.8, 1.2};
        double[] slopes = {0.7, -1.3};
        double[] gradient = new double[network.parameters().length];
        network.forward(input, 0);
        network.backward(slopes, gradient);
        for (int i = 0; i < gradient.length; i++) {
            double original = network.parameters()[i];
            network.parameters()[i] = original + STEP;
            double above = loss(network, input, slopes);
            network.parameters()[i] = original - STEP;
            double below = loss(network, input, slopes);
            network.parameters()[i] = original;
            assertEquals((above - below) / (2 * STEP), gradient[i], 1e-8, "parameter " + i);
        }
    }

    @Test
    void gradientsOfSeveralInputsAddUp() {
        Network network = new Network(1, 3, 1).randomised(new SplittableRandom(2), 1);
        double[] once = new double[network.parameters().length];
        double[] twice = new double[network.parameters().length];
        network.forward(new double[]{0.4}, 0);
        network.backward(new double[]{1}, once);
        network.backward(new double[]{1}, twice);
        network.backward(new double[]{1}, twice);
        for (int i = 0; i < once.length; i++) {
            assertEquals(2 * once[i], twice[i], 1e-12);
        }
    }

    private static double loss(Network network, double[] input, double[] slopes) {
        double[] output = network.forward(input, 0);
        double loss = 0;
        for (int i = 0; i < output.length; i++) {
            loss += slopes[i] * output[i];
        }
        return loss;
    }
}
