package dev.troupe.systemtests;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the kernel knows of this process's TCP sockets.
final class Sockets {
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";

    private Sockets() {}

    /// `host:port` of each port this process listens on.
    static Set<String> listening() {
        try {
            Set<String> ours = ours();
            Set<String> found = new TreeSet<>();
            for (var table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
                for (var line : Files.readAllLines(Path.of(table))) {
                    var columns = line.strip().split("\\s+", -1);
                    if (columns[STATE].equals(LISTENS) && ours.contains("socket:[" + columns[INODE] + "]"))
                        found.add(shown(columns[LOCAL]));
                }
            }
            return found;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Set<String> ours() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.map(Sockets::target).collect(Collectors.toSet());
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    /// From `0100007F:C553`: the address in words of the machine's byte order.
    private static String shown(String address) throws IOException {
        var colon = address.indexOf(':');
        var bytes = HexFormat.of().parseHex(address.substring(0, colon));
        for (int word = 0; word < bytes.length; word += 4) {
            for (int i = 0; i < 2; i++) {
                byte other = bytes[word + i];
                bytes[word + i] = bytes[word + 3 - i];
                bytes[word + 3 - i] = other;
            }
        }
        return InetAddress.getByAddress(bytes).getHostAddress() + ":" + HexFormat.fromHexDigits(address.substring(colon + 1));
    }
}
