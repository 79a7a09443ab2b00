package dev.troupe.parallel;

import dev.troupe.task.Platform;
import dev.troupe.task.SettingException;
import dev.troupe.transport.Address;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/// Checks whether the workers on this machine can listen at the addresses of their plans.
final class Listening {
    private static final List<String> FAR_AWAY = List.of("10.255.255.255", "2001:db8::1");

    private Listening() {}

    /// The address of this host as seen by others; the loopback address if it has none. Sends nothing.
    static String outwardAddress() {
        for (String target : FAR_AWAY) {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(new InetSocketAddress(target, 9));
                InetAddress local = socket.getLocalAddress();
                if (!local.isAnyLocalAddress() && !local.isLoopbackAddress()) {
                    return local.getHostAddress();
                }
            } catch (IOException | RuntimeException expected) {
                // there is no route for this protocol: try the next one, or the local network
            }
        }
        return onTheLocalNetwork().orElse("127.0.0.1");
    }

    /// The address of a host that has neighbours but no route beyond them.
    private static Optional<String> onTheLocalNetwork() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress).findFirst();
        } catch (SocketException expected) {
            return Optional.empty();
        }
    }

    /// Whether this machine has 127.0.0.1; a network namespace may not have it.
    static boolean hasLoopback() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether a name or an address refers to this host.
    static boolean isOurs(String host) {
        try {
            return isOurs(InetAddress.getByName(host));
        } catch (IOException unknown) {
            return false;
        }
    }

    private static boolean isOurs(InetAddress address) throws SocketException {
        return address.isAnyLocalAddress() || address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    /// The plans with addresses that can be bound: a name from the platform may lead here without being an address of this host.
    ///
    /// @throws SettingException that names the port and the process that uses it, or the address that does not belong to this host
    static List<WorkerPlan> checked(List<WorkerPlan> plans, Platform platform) {
        return plans.stream().map(plan -> plan.door().address().scheme().equals("tcp") ? checked(plan, platform) : plan).toList();
    }

    private static WorkerPlan checked(WorkerPlan plan, Platform platform) {
        String host = plan.door().address().host();
        int port = plan.door().address().port();
        String wanted = "worker " + plan.nodeId() + " should listen on " + host + ":" + port + ", but ";
        boolean ours = isOurs(host, wanted, platform);
        if (!ours && platform == Platform.NONE) {
            throw new SettingException(wanted + host + " is not an address of this host: its own is " + outwardAddress());
        }
        WorkerPlan bindable = ours ? plan : plan.at(Door.at(Address.tcp(Door.EVERYWHERE, port)));
        if (!bindable.door().mayMove()) {
            bindable.door().addresses().forEach(address -> tryToBind(address, wanted));
        }
        return bindable;
    }

    private static void tryToBind(Address address, String wanted) {
        int port = address.port();
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address.host(), port), 1);
        } catch (IOException e) {
            String why = PortHolder.of(port).map(holder -> "port " + port + " is in use by " + holder + ": stop it, or choose other ports")
                    .orElseGet(() -> "port " + port + " cannot be used (" + e.getMessage() + "): choose other ports");
            throw new SettingException(wanted + why, e);
        }
    }

    private static boolean isOurs(String host, String wanted, Platform platform) {
        try {
            return isOurs(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            if (platform != Platform.NONE) {
                return false; // others may know the name of a pod before the pod itself does
            }
            throw new SettingException(wanted + "the host name " + host + " is unknown: give an address of this host", e);
        } catch (IOException e) {
            return true; // binding will show
        }
    }
}
