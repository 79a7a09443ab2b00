package dev.troupe.cli;

import dev.troupe.ssh.HostException;
import dev.troupe.ssh.LocalCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The head that this user runs on this machine, for the commands that also start and stop nodes elsewhere.
public final class OwnCluster implements LocalCluster {
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final int FENCE_SECONDS = 30;

    private final RunningNodes nodes = RunningNodes.ofThisUser();

    @Override
    public Optional<Head> running() throws HostException {
        return head().map(node -> new Head(node.address(), node.tokenFile()));
    }

    private Optional<RunningNodes.Running> head() throws HostException {
        try {
            return nodes.all().stream().filter(RunningNodes.Running::head).findFirst();
        } catch (IOException e) {
            throw new HostException("the nodes of this user cannot be listed: " + e);
        }
    }

    @Override
    public Head start(Optional<String> address) throws HostException {
        Optional<String> ip = address.map(text -> text.replaceFirst(":\\d+$", ""));
        Optional<Integer> port = address.filter(text -> text.matches(".*:\\d+")).map(text -> Integer.valueOf(text.replaceFirst(".*:", "")));
        try {
            new NodeProcess(nodes, new PrintWriter(Writer.nullWriter())).start(
                    new NodeProcess.Order(Optional.empty(), port, ip, Map.of(), Optional.empty(), false, FENCE_SECONDS, false));
        } catch (IOException e) {
            throw new HostException("the head cannot be started here: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("interrupted while the head started");
        }
        return running()
                .orElseThrow(() -> new HostException("the head ended just after its start; see " + nodes.directory().resolve("logs")));
    }

    @Override
    public void stop() throws HostException {
        try {
            for (RunningNodes.Running node : nodes.all()) {
                Stop.stop(node, false, GRACE);
            }
        } catch (IOException e) {
            throw new HostException("the nodes of this user cannot be listed: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("interrupted while the head was stopped");
        }
    }
}
