package dev.troupe.parallel;

import dev.troupe.transport.Address;
import java.io.IOException;
import java.util.List;

/// How a worker with an open door finds the other workers of its run.
interface Introduction {
    /// Reports where this worker listens, and returns the addresses it must dial.
    List<Address> to(Door open) throws IOException;
}
