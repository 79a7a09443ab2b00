package dev.troupe.ssh;

import java.io.IOException;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;

/// Connects to the agent that the configuration of a host names. The agent is never forwarded to a host.
final class AgentConnector implements SshAgentFactory {
    @Override
    public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
        return List.of();
    }

    /// An agent that is not there is no failure: the keys in files may do.
    @Override
    public SshAgent createClient(Session session, FactoryManager manager) {
        Target target = Handshake.of((ClientSession) session).target();
        if (target.agent().isEmpty()) {
            return null;
        }
        try {
            return new AgentSocket(target.agent().get(), Identities.publicKeys(target), target.identitiesOnly());
        } catch (IOException e) {
            System.getLogger("dev.troupe.ssh").log(System.Logger.Level.DEBUG, "no ssh agent answers at {0}: {1}", target.agent().get(),
                    SshFailures.reason(e));
            return null;
        }
    }

    @Override
    public SshAgentServer createServer(ConnectionService service) throws IOException {
        throw new IOException("the ssh agent is not forwarded");
    }
}
