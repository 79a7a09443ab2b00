package dev.troupe.ssh;

import java.util.Locale;

/// What a check found on a machine.
///
/// @param sentence with the next step, if something is to be done
public record Finding(String check, Verdict verdict, String sentence) {
    /// How bad it is.
    public enum Verdict {
        OK,
        /// A node can join, but something will be slow or short.
        WARNING,
        /// A node cannot join.
        PROBLEM;

        /// In words.
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String sentence) {
        return new Finding(check, Verdict.OK, sentence);
    }

    static Finding warning(String check, String sentence) {
        return new Finding(check, Verdict.WARNING, sentence);
    }

    static Finding problem(String check, String sentence) {
        return new Finding(check, Verdict.PROBLEM, sentence);
    }
}
