package dev.troupe.ssh;

import dev.troupe.text.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;

/// A host on which commands run.
final class SshSession implements AutoCloseable {
    /// Something that a command has left in the background may keep its output open; we wait no longer for the rest of it.
    private static final Duration REST_OF_OUTPUT = Duration.ofSeconds(2);
    private static final int SIGNALLED = 128;

    private final Target target;
    private final ClientSession session;

    SshSession(Target target, ClientSession session) {
        this.target = target;
        this.session = session;
    }

    Target target() {
        return target;
    }

    /// Runs a command to its end.
    ///
    /// @param command for the login shell of the user
    /// @param input for its standard input, which ends after it
    /// @throws HostException if the command does not end in time, or the connection is lost
    Outcome run(String command, InputStream input, Duration limit) throws HostException {
        return run(command, input, limit, new Tail());
    }

    /// @param out gets the standard output as it comes
    Outcome run(String command, InputStream input, Duration limit, Tail out) throws HostException {
        Tail err = new Tail();
        long deadline = System.nanoTime() + limit.toNanos();
        AtomicReference<IOException> notSent = new AtomicReference<>();
        try (ChannelExec channel = session.createExecChannel(command)) {
            channel.setOut(out);
            channel.setErr(err);
            channel.open().verify(limit);
            Thread writer = Thread.ofVirtual().name("troupe-ssh-input").start(() -> send(input, channel, notSent));
            Set<ClientChannelEvent> seen = channel.waitFor(EnumSet.of(ClientChannelEvent.EXIT_STATUS, ClientChannelEvent.EXIT_SIGNAL,
                    ClientChannelEvent.CLOSED), Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            if (seen.contains(ClientChannelEvent.TIMEOUT)) {
                throw new HostException("no end after " + Durations.text(limit) + "; raise the limit with --timeout" + lastWords(out, err));
            }
            channel.waitFor(EnumSet.of(ClientChannelEvent.EOF, ClientChannelEvent.CLOSED), REST_OF_OUTPUT);
            writer.interrupt();
            Integer status = channel.getExitStatus();
            if (status == null && channel.getExitSignal() == null) {
                throw new HostException("the connection to " + target + " was lost" + lastWords(out, err), notSent.get());
            }
            return status != null ? new Outcome(status, out.text(), err.text())
                    : new Outcome(SIGNALLED, out.text(), err.text() + "\nkilled by signal " + channel.getExitSignal());
        } catch (IOException e) {
            throw new HostException("the connection to " + target + " was lost: " + SshFailures.reason(e), e);
        }
    }

    private static String lastWords(Tail out, Tail err) {
        return new Outcome(1, out.text(), err.text()).words().stream().reduce((_, last) -> last).map(last -> "; it printed last: " + last)
                .orElse("");
    }

    /// A command may end without reading all of its input.
    private static void send(InputStream input, ChannelExec channel, AtomicReference<IOException> notSent) {
        try (OutputStream out = channel.getInvertedIn()) {
            input.transferTo(out);
        } catch (IOException e) {
            notSent.set(e);
        }
    }

    boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public void close() {
        session.close(true);
    }
}
