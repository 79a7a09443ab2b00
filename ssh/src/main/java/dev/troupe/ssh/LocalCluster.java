package dev.troupe.ssh;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/// The head that this user runs on this machine. What starts heads implements it as a service. Every method throws [HostException] with a
/// sentence for the user.
public interface LocalCluster {
    /// The one of the user of this process.
    static LocalCluster ofThisUser() {
        return ServiceLoader.load(LocalCluster.class, LocalCluster.class.getClassLoader()).findFirst().orElseGet(Missing::new);
    }

    /// A head that runs.
    ///
    /// @param address `HOST:PORT` where nodes join
    /// @param tokenFile with the token of the cluster, readable by this user only
    record Head(String address, Path tokenFile) {}

    /// Empty if this user runs none here.
    Optional<Head> running() throws HostException;

    /// Starts one in the background, and returns when nodes can join.
    ///
    /// @param address `HOST` or `HOST:PORT` of this machine where nodes will join; chosen by the head when empty
    Head start(Optional<String> address) throws HostException;

    /// Stops it, with the node on this machine. Does nothing if none runs.
    void stop() throws HostException;

    /// For an installation that has no heads.
    final class Missing implements LocalCluster {
        @Override
        public Optional<Head> running() {
            return Optional.empty();
        }

        @Override
        public Head start(Optional<String> address) throws HostException {
            throw new HostException("this installation cannot start a head; unpack the distribution again");
        }

        @Override
        public void stop() {
            // none can run
        }
    }
}
