package dev.troupe.dijob;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The result of reading a document.
public sealed interface Reading {
    /// The document is valid.
    record Good(Manifest manifest) implements Reading {}

    /// The document is invalid, for these reasons, of which there is at least one.
    ///
    /// @param name of the object as far as it could be read, e.g. `default/qbert-dqn`; may be empty
    /// @param ending what ends a job whose last change is not valid
    record Bad(String name, List<Problem> problems, Ending ending) implements Reading {
        public Bad { problems = List.copyOf(problems); }

        /// What ends a job, as far as its spec says so.
        ///
        /// @param suspend whether it is to have no pods
        /// @param deadline how long it may be active
        public record Ending(boolean suspend, Optional<Duration> deadline) {
            static final Ending NONE = new Ending(false, Optional.empty());

            /// Reads just these fields.
            static Ending of(Map<String, Object> spec) {
                return new Ending(Boolean.TRUE.equals(spec.get("suspend")),
                        spec.get("activeDeadlineSeconds") instanceof Integer seconds && seconds > 0
                                ? Optional.of(Duration.ofSeconds(seconds))
                                : Optional.empty());
            }
        }

        /// All sentences, one a line.
        public String sentences() {
            return problems.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
        }
    }
}
