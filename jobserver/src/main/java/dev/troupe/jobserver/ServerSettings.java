package dev.troupe.jobserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The settings of the server.
///
/// @param port 0 for any free one
/// @param tls none for plain HTTP
/// @param admission whose requests are accepted
/// @param namespace the operator's own, whose AggregatorConfig takes precedence
public record ServerSettings(int port, Optional<Tls> tls, Admission admission, String namespace, Packages packages) {
    /// The port of the service `di-server`.
    public static final int PORT = 8081;

    /// Whose requests are accepted.
    public enum Admission {
        /// Requests with a token.
        TOKENS,
        /// Also requests without a token from pods of jobs, about their own job. Their address identifies them.
        TOKENS_AND_PODS,
        /// All requests.
        ANYBODY
    }

    /// A key pair in PEM files, as a mounted secret of type `kubernetes.io/tls` has them.
    public record Tls(Path certificate, Path key) {
        /// The files of such a secret.
        public static Tls in(Path directory) {
            return new Tls(directory.resolve("tls.crt"), directory.resolve("tls.key"));
        }

        /// The certificate by which pods trust the server: `ca.crt` next to the server's certificate, as cert-manager writes it, or else the
        /// server's certificate, which is self-signed then. Empty if it cannot be read; the server reports the reason when it starts.
        public Optional<String> authority() {
            Path beside = certificate.resolveSibling("ca.crt");
            try {
                return Optional.of(Files.readString(Files.exists(beside) ? beside : certificate));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    /// Where packages are stored, and how large they may be.
    ///
    /// @param largest the maximum size of a package, in bytes
    /// @param all the maximum size of all packages together, in bytes
    public record Packages(Path directory, long largest, long all) {
        private static final long MIB = 1 << 20;

        /// 512 MiB each, 4 GiB all.
        public static Packages in(Path directory) {
            return new Packages(directory, 512 * MIB, 4096 * MIB);
        }
    }
}
