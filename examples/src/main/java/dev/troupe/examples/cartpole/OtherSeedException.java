package dev.troupe.examples.cartpole;

import java.io.IOException;

/// A checkpoint that belongs to a run with another seed: the command line is wrong, not the file.
final class OtherSeedException extends IOException {
    private static final long serialVersionUID = 1;

    OtherSeedException(long begunWith, long seed) {
        super("the checkpoint was begun with --seed " + begunWith + ", but this run has --seed " + seed + "; go on with --seed " + begunWith
                + ", or begin anew in another --directory");
    }
}
