package dev.troupe.systemtests;

import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The DNS of a cluster without one: `<service>.<namespace>.svc.cluster.local` is every pod behind that service, with a pod's host name in
/// front that pod alone. There are no virtual addresses here: that of a service is only told when no pod is behind it.
final class PodNames implements AutoCloseable {
    private static final String DOMAIN = ".svc.cluster.local";

    private final DatagramSocket socket;
    private final SharedIndexInformer<Endpoints> endpoints;
    private final SharedIndexInformer<Service> services;

    private PodNames(KubernetesClient client, DatagramSocket socket) {
        this.socket = socket;
        endpoints = client.endpoints().inAnyNamespace().inform();
        services = client.services().inAnyNamespace().inform();
        Thread.ofPlatform().daemon().name("troupe-dns").start(this::serve);
    }

    static PodNames start(KubernetesClient client, String address) throws IOException {
        return new PodNames(client, new DatagramSocket(53, InetAddress.getByName(address)));
    }

    /// The addresses behind a name; empty when there is nothing of that name.
    Optional<List<String>> find(String name) {
        if (!name.endsWith(DOMAIN)) {
            return Optional.empty();
        }
        String[] labels = name.substring(0, name.length() - DOMAIN.length()).split("\\.", -1);
        if (labels.length < 2 || labels.length > 3) {
            return Optional.empty();
        }
        String key = labels[labels.length - 1] + "/" + labels[labels.length - 2];
        Service service = services.getStore().getByKey(key);
        if (service == null) {
            return Optional.empty();
        }
        Endpoints behind = endpoints.getStore().getByKey(key);
        Stream<EndpointAddress> addresses = behind == null ? Stream.empty()
                : behind.getSubsets().stream().flatMap(subset -> subset.getAddresses().stream());
        if (labels.length == 3) {
            List<String> one = addresses.filter(address -> labels[0].equals(address.getHostname())).map(EndpointAddress::getIp).toList();
            return one.isEmpty() ? Optional.empty() : Optional.of(one);
        }
        List<String> all = addresses.map(EndpointAddress::getIp).toList();
        String virtual = service.getSpec().getClusterIP();
        return Optional.of(all.isEmpty() && virtual != null && !virtual.equals("None") ? List.of(virtual) : all);
    }

    private void serve() {
        byte[] buffer = new byte[1500];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                Optional<DnsQuestion> question = DnsQuestion.read(packet.getData(), packet.getLength());
                if (question.isPresent()) {
                    byte[] answer = question.get().answer(find(question.get().name()));
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    System.err.println("DNS: " + e);
                }
            }
        }
    }

    @Override
    public void close() {
        socket.close();
        endpoints.close();
        services.close();
    }
}
