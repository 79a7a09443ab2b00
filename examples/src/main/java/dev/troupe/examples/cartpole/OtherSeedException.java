package dev.troupe.examples.cartpole;

import java.io.IOException;

/// A checkpoint that belongs to a run with another seed: the command line is wrong, not the file.
final class OtherSeedException extends IOException {
    private static final long serialVersionUID = 1;

    OtherSeedException(long begunWith, long seed) {
        super("the checkpoint was made with --seed " + begunWith + ", but this run has --seed " + seed + "; continue with --seed "
                + begunWith
                + ", or start in another --directory");
    }
}
