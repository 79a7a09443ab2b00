package dev.troupe.ssh;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/// A connection to the ssh agent of this user. The one of sshd-core needs a native library; this one uses the JDK's Unix sockets.
final class AgentSocket extends AbstractAgentProxy {
    private static final int MOST_BYTES = 1 << 20;

    private final SocketChannel channel;
    private final List<PublicKey> preferred;
    private final boolean only;

    /// @param preferred keys that are offered first, because a server allows few attempts
    /// @param only whether the others are not offered at all
    AgentSocket(Path socket, List<PublicKey> preferred, boolean only) throws IOException {
        super(null);
        this.preferred = preferred;
        this.only = only;
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// An agent that does not answer offers none: the keys in files may do.
    @Override
    public Iterable<? extends Map.Entry<PublicKey, String>> getIdentities() {
        List<Map.Entry<PublicKey, String>> all = new ArrayList<>();
        try {
            super.getIdentities().forEach(identity -> {
                if (!only || isPreferred(identity)) {
                    all.add(identity);
                }
            });
        } catch (IOException e) {
            log.debug("the ssh agent does not list its keys", e);
        }
        all.sort(Comparator.comparing(identity -> !isPreferred(identity)));
        return all;
    }

    private boolean isPreferred(Map.Entry<PublicKey, String> identity) {
        return preferred.stream().anyMatch(key -> KeyUtils.compareKeys(key, identity.getKey()));
    }

    @Override
    protected synchronized Buffer request(Buffer buffer) throws IOException {
        ByteBuffer question = ByteBuffer.wrap(buffer.array(), buffer.rpos(), buffer.available());
        while (question.hasRemaining()) {
            channel.write(question);
        }
        int length = read(Integer.BYTES).getInt();
        if (length < 1 || length > MOST_BYTES) {
            throw new IOException("the ssh agent answered with " + length + " bytes");
        }
        return new ByteArrayBuffer(read(length).array());
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the ssh agent has closed the connection");
            }
        }
        return bytes.flip();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        super.close();
    }
}
