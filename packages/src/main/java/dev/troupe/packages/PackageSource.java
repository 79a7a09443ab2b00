package dev.troupe.packages;

import java.io.IOException;
import java.io.InputStream;

/// Where packages come from: the driver, the head, another node.
@FunctionalInterface
public interface PackageSource {
    /// The bytes of a package from a position to its end. The receiver checks them. A stream that breaks is opened again at the position that was
    /// reached.
    ///
    /// @throws IOException whose message names the place and says what to do
    InputStream open(PackageId id, long from) throws IOException;
}
