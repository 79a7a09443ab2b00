package dev.troupe.store;

import java.io.IOException;

/// Neither the store's memory nor its spill directory has room for an object. The message says how much of both is used.
public final class StoreFullException extends IOException {
    StoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
