package dev.troupe.runtime;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What there is on this machine.
///
/// @param memory bytes in all
/// @param sharedMemory bytes that files in memory may take, 0 if there are no such files
record Machine(int cpus, int gpus, long memory, long sharedMemory) {

    static Machine here() {
        return new Machine(Runtime.getRuntime().availableProcessors(), gpus(Path.of("/dev"), System.getenv("CUDA_VISIBLE_DEVICES")),
                memory(Path.of("/proc/meminfo")), sharedMemory(Path.of("/dev/shm")));
    }

    /// Devices of NVIDIA, as far as this process may see them.
    static int gpus(Path devices, String visible) {
        if (visible != null) {
            return (int) Stream.of(visible.split(",", -1)).map(String::strip).takeWhile(id -> !id.isEmpty() && !id.equals("-1"))
                    .filter(id -> !id.equals("NoDevFiles")).count();
        }
        try (Stream<Path> all = Files.list(devices)) {
            return (int) all.filter(device -> device.getFileName().toString().matches("nvidia\\d+")).count();
        } catch (IOException e) {
            return 0;
        }
    }

    /// The first address of a network that is up; without one, that of the machine itself.
    static String address() {
        try {
            return NetworkInterface.networkInterfaces().filter(Machine::usable).flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress).findFirst().orElse("127.0.0.1");
        } catch (SocketException e) {
            return "127.0.0.1";
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
        try (Stream<String> lines = Files.lines(facts)) {
            return lines.filter(line -> line.startsWith("MemTotal:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst().orElse(Runtime.getRuntime().maxMemory());
        } catch (IOException | RuntimeException e) {
            return Runtime.getRuntime().maxMemory();
        }
    }

    private static long sharedMemory(Path directory) {
        try {
            return Files.isDirectory(directory) ? Files.getFileStore(directory).getTotalSpace() : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
