package dev.troupe.link;

import dev.troupe.transport.Encryption;
import java.nio.file.Path;

/// The built-in transports.
enum Way {
    TCP, IPC, MEM, TLS;

    String address(Path folder, String name) {
        return switch (this) {
            case TCP, TLS -> "tcp://127.0.0.1:0";
            case IPC -> "ipc://" + folder.resolve(name + ".sock");
            case MEM -> "mem://" + name;
        };
    }

    LinkOptions options() {
        return Peer.options().withEncryption(this == TLS ? Encryption.ALWAYS : Encryption.BETWEEN_MACHINES);
    }
}
