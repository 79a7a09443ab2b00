package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.task.Platform;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListeningTest {
    private static final String OF_NOBODY = "192.0.2.1";

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static WorkerPlan plan(Address listen) {
        return new WorkerPlan(3, Door.at(listen), List.of(), Set.of(), Set.of(), Set.of(), false, true, Set.of(), Set.of(), "my.Main.play",
                Optional.empty(), Encryption.BETWEEN_MACHINES, Duration.ofSeconds(1), false);
    }

    @Test
    void aNameOfThePlatformThatLeadsHereIsListenedForEverywhere() throws IOException {
        int port = freePort();
        List<WorkerPlan> checked = Listening.checked(List.of(plan(Address.tcp(OF_NOBODY, port))), Platform.K8S);
        assertEquals(Address.tcp("0.0.0.0", port), checked.getFirst().door().address());
    }

    @Test
    void anAddressOfThisHostStaysAsItIs() throws IOException {
        WorkerPlan plan = plan(Address.tcp("127.0.0.1", freePort()));
        assertEquals(List.of(plan), Listening.checked(List.of(plan), Platform.NONE));
        WorkerPlan socket = plan(new Address("ipc", "/tmp/x.sock"));
        assertEquals(List.of(socket), Listening.checked(List.of(socket), Platform.NONE));
    }

    @Test
    void theOutwardAddressCanBeListenedOn() throws IOException {
        WorkerPlan plan = plan(Address.tcp(Listening.outwardAddress(), freePort()));
        assertEquals(List.of(plan), Listening.checked(List.of(plan), Platform.NONE));
    }
}
