package dev.troupe.jobserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// How the server serves.
///
/// @param port 0 for any free one
/// @param tls none for plain HTTP
/// @param admission who is let in
/// @param namespace the operator's own, where the AggregatorConfig is looked for first
public record ServerSettings(int port, Optional<Tls> tls, Admission admission, String namespace, Packages packages) {
    /// Of the service `di-server`.
    public static final int PORT = 8081;

    /// Who is let in.
    public enum Admission {
        /// Who sends a token.
        TOKENS,
        /// Also pods of jobs that send none, each for its own job: they are known by their address.
        TOKENS_AND_PODS,
        /// Anybody, for anything.
        ANYBODY
    }

    /// A key pair in PEM files, as a mounted secret of type `kubernetes.io/tls` has them.
    public record Tls(Path certificate, Path key) {
        /// The files of such a secret.
        public static Tls in(Path directory) {
            return new Tls(directory.resolve("tls.crt"), directory.resolve("tls.key"));
        }

        /// What pods trust the server by: `ca.crt` beside the certificate, as cert-manager writes it, else the certificate, which has then
        /// signed itself. Empty when it cannot be read; the server says why when it starts.
        public Optional<String> authority() {
            Path beside = certificate.resolveSibling("ca.crt");
            try {
                return Optional.of(Files.readString(Files.exists(beside) ? beside : certificate));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    /// Where packages are kept, and how many bytes.
    ///
    /// @param largest that one may have
    /// @param all that all of them together may have
    public record Packages(Path directory, long largest, long all) {
        private static final long MIB = 1 << 20;

        /// 512 MiB each, 4 GiB all.
        public static Packages in(Path directory) {
            return new Packages(directory, 512 * MIB, 4096 * MIB);
        }
    }
}
