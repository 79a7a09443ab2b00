package dev.troupe.parallel;

import dev.troupe.link.Address;
import java.io.IOException;
import java.util.List;

/// How a worker whose door is open finds the others of its run.
interface Introduction {
    /// Tells where this worker listens, and returns the addresses it has to dial.
    List<Address> to(Door open) throws IOException;
}
