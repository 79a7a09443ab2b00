package dev.troupe.messages;

/// The receivers of the messages to one process, by their families.
///
/// @param process receives the messages for any process that runs tasks
/// @param member receives what the agent of its node sends it
/// @param agent receives the messages for the agent of a node
/// @param server receives the messages for the head server
public record Receivers(Receiver<Message.ToProcess> process, Receiver<Message.ToMember> member, Receiver<Message.ToAgent> agent,
        Receiver<Message.ToServer> server) {

    /// Receives none; the other methods add receivers.
    public static Receivers none() {
        return new Receivers(Receivers::unexpected, Receivers::unexpected, Receivers::unexpected, Receivers::unexpected);
    }

    /// The same for a process that runs tasks.
    public Receivers process(Receiver<Message.ToProcess> receiver) {
        return new Receivers(receiver, member, agent, server);
    }

    /// The same for a process whose agent is in another process.
    public Receivers member(Receiver<Message.ToMember> receiver) {
        return new Receivers(process, receiver, agent, server);
    }

    /// The same for the agent of a node.
    public Receivers agent(Receiver<Message.ToAgent> receiver) {
        return new Receivers(process, member, receiver, server);
    }

    /// The same for the head server.
    public Receivers server(Receiver<Message.ToServer> receiver) {
        return new Receivers(process, member, agent, receiver);
    }

    public void receive(Peer from, Message message) {
        switch (message) {
            case Message.ToProcess it -> process.receive(from, it);
            case Message.ToMember it -> member.receive(from, it);
            case Message.ToAgent it -> agent.receive(from, it);
            case Message.ToServer it -> server.receive(from, it);
        }
    }

    private static void unexpected(Peer from, Message message) {
        throw new IllegalArgumentException("process " + from.process() + " sent a message that this process cannot serve: " + message);
    }
}
