package dev.troupe.link;

import java.io.IOException;

/// The other side already serves as many streams as it may. It is well: try again later, or ask another node.
public final class BusyException extends IOException {
    private static final long serialVersionUID = 1;

    BusyException(String message) {
        super(message);
    }
}
