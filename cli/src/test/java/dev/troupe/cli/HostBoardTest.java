package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.ssh.Host;
import dev.troupe.ssh.Stage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HostBoardTest {
    private static final Host A = Host.of("a");
    private static final Host B = Host.of("ubuntu@a-host-with-a-very-long-name.in.a.long.domain.example:2222");

    private final StringWriter out = new StringWriter();

    private HostBoard board(Optional<TerminalSize> size, List<Host> hosts) {
        return new HostBoard(new PrintWriter(out), () -> size, () -> 0, hosts);
    }

    @Test
    void withoutATerminalHostsThatAreDoneArePrinted() {
        HostBoard board = board(Optional.empty(), List.of(A, B));
        board.reached(A, Stage.CONNECTING);
        board.reached(A, Stage.INSTALLING);
        board.reached(A, Stage.STARTED);
        board.reached(B, Stage.FAILED);
        board.end();
        assertEquals("a: installing\na: started\n" + B + ": failed\n2 hosts: 1 started, 1 failed\n", out.toString());
    }

    @Test
    void aTableFitsIntoFortyColumns() {
        TerminalSize size = new TerminalSize(40, 10);
        HostBoard board = board(Optional.of(size), List.of(A, B));
        board.reached(A, Stage.CONNECTING);
        board.reached(B, Stage.ALREADY_RUNNING);
        board.reached(A, Stage.STARTED);
        board.end();
        assertEquals("""
                HOST                    STATE
                a                       started
                ubuntu@a-host-with-a…   already running
                2 hosts: 1 started, 1 already running
                """, Screen.of(size, out.toString()));
    }

    @Test
    void ofManyHostsThoseAreShownThatSomebodyWaitsFor() {
        TerminalSize size = new TerminalSize(40, 6);
        List<Host> hosts = IntStream.range(0, 100).mapToObj(i -> Host.of("host" + i)).toList();
        HostBoard board = board(Optional.of(size), hosts);
        hosts.subList(0, 50).forEach(host -> board.reached(host, Stage.STARTED));
        board.reached(hosts.get(70), Stage.FAILED);
        board.reached(hosts.get(80), Stage.CONNECTING);
        String screen = Screen.of(size, out.toString());
        assertEquals("""
                HOST     STATE
                host80   connecting
                host70   failed
                host50   waiting
                100 hosts: 48 waiting, 1 connecting, 5…
                """, screen);
    }

    @Test
    void aTinyTerminalIsNoFailure() {
        TerminalSize size = new TerminalSize(5, 1);
        board(Optional.of(size), List.of(A, B)).reached(B, Stage.FAILED);
        assertTrue(Screen.of(size, out.toString()).lines().allMatch(line -> line.length() <= 5), out::toString);
    }
}
