package dev.troupe.runtime;

import dev.troupe.node.Gpus;
import java.io.File;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The resources of this machine.
///
/// @param memory total bytes
/// @param sharedMemory bytes that files in memory may use, 0 if there are no such files
record Machine(int cpus, int gpus, long memory, long sharedMemory) {

    static Machine here() {
        return new Machine(Runtime.getRuntime().availableProcessors(), gpus(new File("/dev"), System.getenv("CUDA_VISIBLE_DEVICES")),
                Math.min(memory(Path.of("/proc/meminfo")), limit(Path.of("/sys/fs/cgroup/memory.max"))),
                new File("/dev/shm").getTotalSpace());
    }

    /// The NVIDIA devices that are visible to this process.
    static int gpus(File devices, String visible) {
        if (visible != null) {
            return Gpus.visible(visible).names().size();
        }
        int count = 0;
        String[] names = devices.list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith("nvidia") && name.matches("nvidia\\d+")) {
                count++;
            }
        }
        return count;
    }

    /// The first address of a network interface that is up; without one, that of the machine itself.
    static String address() {
        try {
            return NetworkInterface.networkInterfaces().filter(Machine::usable).flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress).findFirst().orElse("127.0.0.1");
        } catch (SocketException e) {
            return "127.0.0.1";
        }
    }

    static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static boolean usable(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback() && !network.isVirtual();
        } catch (SocketException e) {
            return false;
        }
    }

    private static long memory(Path facts) {
        try {
            for (String line : Files.readString(facts).split("\n", -1)) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // a system without this file
        }
        return Runtime.getRuntime().maxMemory();
    }

    /// The limit of the container.
    private static long limit(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            return Long.MAX_VALUE; // no container, or "max"
        }
    }
}
