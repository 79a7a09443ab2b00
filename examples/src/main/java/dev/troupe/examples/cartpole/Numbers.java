package dev.troupe.examples.cartpole;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// Arrays in a checkpoint.
final class Numbers {
    private Numbers() {}

    static void write(double[] numbers, DataOutput out) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    /// Into an array of the same length as the one that was written.
    static void read(DataInput in, double[] numbers) throws IOException {
        int length = in.readInt();
        if (length != numbers.length) {
            throw new IOException(length + " numbers of a network with " + numbers.length + "; it is of another program");
        }
        for (int i = 0; i < length; i++) {
            numbers[i] = in.readDouble();
        }
    }
}
