package dev.troupe.examples.cartpole;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// Kingma and Ba's way down a slope: steps by the mean of the gradients over the root of the mean of their squares.
final class Adam {
    private static final double MEAN_DECAY = 0.9;
    private static final double SQUARE_DECAY = 0.999;
    private static final double EPSILON = 1e-5;

    private final double[] mean;
    private final double[] square;
    private long steps;

    Adam(int parameters) {
        mean = new double[parameters];
        square = new double[parameters];
    }

    /// One step against the gradient, which is made shorter first when it is longer than that.
    void step(double[] parameters, double[] gradient, double rate, double longest) {
        steps++;
        double scale = Math.min(1, longest / (length(gradient) + 1e-12));
        double meanCorrection = 1 - Math.pow(MEAN_DECAY, (double) steps);
        double squareCorrection = 1 - Math.pow(SQUARE_DECAY, (double) steps);
        for (int i = 0; i < parameters.length; i++) {
            double slope = scale * gradient[i];
            mean[i] += (1 - MEAN_DECAY) * (slope - mean[i]);
            square[i] += (1 - SQUARE_DECAY) * (slope * slope - square[i]);
            parameters[i] -= rate * (mean[i] / meanCorrection) / (Math.sqrt(square[i] / squareCorrection) + EPSILON);
        }
    }

    private static double length(double[] gradient) {
        double sum = 0;
        for (double slope : gradient) {
            sum += slope * slope;
        }
        return Math.sqrt(sum);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(steps);
        Numbers.write(mean, out);
        Numbers.write(square, out);
    }

    void read(DataInput in) throws IOException {
        steps = in.readLong();
        Numbers.read(in, mean);
        Numbers.read(in, square);
    }
}
