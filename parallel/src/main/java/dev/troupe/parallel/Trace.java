package dev.troupe.parallel;

import java.io.PrintStream;

/// `--trace-events`: a line on standard error for every event sent or received.
sealed interface Trace {
    void sent(int toNode, String event, int bytes);

    void received(int fromNode, String event, int bytes);

    static Trace to(PrintStream out) {
        return new Lines(out);
    }

    static Trace off() {
        return new Off();
    }

    /// Prints.
    record Lines(PrintStream out) implements Trace {
        @Override
        public void sent(int toNode, String event, int bytes) {
            out.println("trace: sent '" + event + "' to node " + toNode + ", " + bytes + " bytes");
        }

        @Override
        public void received(int fromNode, String event, int bytes) {
            out.println("trace: received '" + event + "' from node " + fromNode + ", " + bytes + " bytes");
        }
    }

    /// Does nothing.
    record Off() implements Trace {
        @Override
        public void sent(int toNode, String event, int bytes) {}

        @Override
        public void received(int fromNode, String event, int bytes) {}
    }
}
