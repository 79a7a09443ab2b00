package dev.troupe.cluster;

import dev.troupe.link.LinkOptions;
import dev.troupe.transport.Encryption;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The place of a process on a node: who it is, and how it reaches the agent and the other processes of the node.
///
/// @param process its number
/// @param agent the number of the agent, which is also the number of the node
/// @param ip the node's address, for messages
/// @param sockets the directory where the processes of the node listen
/// @param token the file with the secret of the cluster
/// @param store the file with the memory of the node's store
/// @param listen the address at which it should listen for processes of other nodes; empty if there are none
/// @param plain whether links to other machines are not encrypted
/// @param gpus the ids of the devices it may use
public record Seat(int process, int agent, String ip, Path sockets, Path token, Path store, String listen, boolean plain, List<Long> gpus) {
    public Seat { gpus = List.copyOf(gpus); }

    /// The same for another process of the node.
    public Seat of(int other) {
        return new Seat(other, agent, ip, sockets, token, store, listen, plain, gpus);
    }

    /// The same with these devices.
    public Seat with(List<Long> devices) {
        return new Seat(process, agent, ip, sockets, token, store, listen, plain, devices);
    }

    /// How the process links to others.
    public LinkOptions links() {
        return plain ? LinkOptions.defaults().withEncryption(Encryption.NEVER) : LinkOptions.defaults();
    }

    /// As one word.
    public String encode() {
        Output out = new Output(256);
        out.writeInt(process);
        out.writeInt(agent);
        out.writeText(ip);
        out.writeText(sockets.toString());
        out.writeText(token.toString());
        out.writeText(store.toString());
        out.writeText(listen);
        out.writeByte(plain ? 1 : 0);
        out.writeInt(gpus.size());
        gpus.forEach(out::writeLong);
        return Base64.getEncoder().encodeToString(out.toBytes());
    }

    public static Seat decode(String word) {
        Input in = new Input(Base64.getDecoder().decode(word));
        return new Seat(in.readInt(), in.readInt(), in.readText(), Path.of(in.readText()), Path.of(in.readText()), Path.of(in.readText()),
                in.readText(), in.readByte() == 1, gpus(in));
    }

    private static List<Long> gpus(Input in) {
        List<Long> gpus = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            gpus.add(in.readLong());
        }
        return gpus;
    }
}
