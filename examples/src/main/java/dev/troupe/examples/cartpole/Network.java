package dev.troupe.examples.cartpole;

import java.util.random.RandomGenerator;

/// Fully connected layers with tanh between them. One thread at a time.
final class Network {
    private final int[] sizes;
    /// Of each layer: a row of weights for each input, then the biases.
    private final double[] parameters;
    /// What each layer said to the last input, the input first.
    private final double[][] values;
    /// How the loss changes with them.
    private final double[][] slopes;

    /// @param sizes of the input, of the layers between, of the output
    Network(int... sizes) {
        this.sizes = sizes.clone();
        values = new double[sizes.length][];
        slopes = new double[sizes.length][];
        int count = 0;
        for (int layer = 0; layer < sizes.length; layer++) {
            values[layer] = new double[sizes[layer]];
            slopes[layer] = new double[sizes[layer]];
            count += layer == 0 ? 0 : (sizes[layer - 1] + 1) * sizes[layer];
        }
        parameters = new double[count];
    }

    /// Random weights, so that layers neither shrink nor blow up what goes through; those of the last layer times `lastScale`.
    Network randomised(RandomGenerator random, double lastScale) {
        int at = 0;
        for (int layer = 1; layer < sizes.length; layer++) {
            double scale = (layer == sizes.length - 1 ? lastScale : 1) / Math.sqrt(sizes[layer - 1]);
            for (int i = 0; i < sizes[layer - 1] * sizes[layer]; i++) {
                parameters[at++] = scale * random.nextGaussian();
            }
            at += sizes[layer];
        }
        return this;
    }

    /// All weights, which others may change.
    double[] parameters() {
        return parameters;
    }

    /// What it says to the numbers that begin there; valid until the next call.
    double[] forward(double[] inputs, int from) {
        System.arraycopy(inputs, from, values[0], 0, sizes[0]);
        int weights = 0;
        for (int layer = 1; layer < sizes.length; layer++) {
            double[] in = values[layer - 1];
            double[] out = values[layer];
            int width = out.length;
            System.arraycopy(parameters, weights + in.length * width, out, 0, width);
            for (double x : in) {
                for (int j = 0; j < width; j++) {
                    out[j] += x * parameters[weights + j];
                }
                weights += width;
            }
            weights += width;
            if (layer < sizes.length - 1) {
                for (int j = 0; j < width; j++) {
                    out[j] = Math.tanh(out[j]);
                }
            }
        }
        return values[sizes.length - 1];
    }

    /// Adds to `gradient` how the loss changes with each parameter, given how it changes with each output of the last [#forward].
    void backward(double[] outputSlopes, double[] gradient) {
        System.arraycopy(outputSlopes, 0, slopes[sizes.length - 1], 0, outputSlopes.length);
        int end = parameters.length;
        for (int layer = sizes.length - 1; layer > 0; layer--) {
            double[] in = values[layer - 1];
            double[] slope = slopes[layer];
            int width = slope.length;
            int biases = end - width;
            int weights = biases - in.length * width;
            for (int j = 0; j < width; j++) {
                gradient[biases + j] += slope[j];
            }
            for (int i = 0; i < in.length; i++) {
                int row = weights + i * width;
                for (int j = 0; j < width; j++) {
                    gradient[row + j] += in[i] * slope[j];
                }
                if (layer > 1) {
                    double sum = 0;
                    for (int j = 0; j < width; j++) {
                        sum += parameters[row + j] * slope[j];
                    }
                    slopes[layer - 1][i] = sum * (1 - in[i] * in[i]);
                }
            }
            end = weights;
        }
    }
}
