package dev.troupe.dijob;

import java.util.List;
import java.util.stream.Collectors;

/// What came of reading a document.
public sealed interface Reading {
    /// It is valid.
    record Good(Manifest manifest) implements Reading {}

    /// It is not, for all these reasons; there is at least one.
    ///
    /// @param name of the object as far as it could be read, e.g. `default/qbert-dqn`; may be empty
    record Bad(String name, List<Problem> problems) implements Reading {
        public Bad { problems = List.copyOf(problems); }

        /// All sentences, one a line.
        public String sentences() {
            return problems.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
        }
    }
}
