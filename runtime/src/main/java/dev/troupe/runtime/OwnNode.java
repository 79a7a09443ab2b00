package dev.troupe.runtime;

import dev.troupe.calls.Calls;
import dev.troupe.cluster.LocalHead;
import dev.troupe.functions.Code;
import dev.troupe.head.Head;
import dev.troupe.hosting.Host;
import dev.troupe.link.Link;
import dev.troupe.messages.Message;
import dev.troupe.node.Node;
import dev.troupe.node.NodeSettings;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.packages.PackageId;
import dev.troupe.process.ClassPath;
import dev.troupe.process.Console;
import dev.troupe.store.ObjectStore;
import dev.troupe.transfer.Transfers;
import dev.troupe.transport.Transport;
import dev.troupe.values.Values;
import io.ray.api.Ray;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.bind.DatatypeConverter;

/// The node that a driver has in its own process, according to the settings.
final class OwnNode {
    /// One class from each of the jars that workers start from.
    private static final List<Class<?>> LIBRARY = List.of(OwnNode.class, Transport.class, Link.class, Values.class, ClassPath.class,
            ObjectStore.class,
            Head.class, Node.class, Code.class, Message.class, LocalHead.class, Transfers.class, PackageId.class, ProcessObjects.class,
            Calls.class, Host.class, Ray.class,
            DatatypeConverter.class);

    private OwnNode() {}

    /// Our own jars, which every node has.
    static List<Path> library() {
        return LIBRARY.stream().map(ClassPath::home).toList();
    }

    static NodeSettings settings(Settings settings) throws IOException {
        LogSettings logs = settings.logs();
        NodeSettings node = NodeSettings.of(WorkerMain.class.getName(), settings.node().objectStoreBytes())
                .keeping(logs.fileBytes(), logs.backups());
        if (settings.node().directory().isPresent()) {
            node.in(made(settings.node().directory().get()));
        }
        if (logs.directory().isPresent()) {
            node.loggingTo(logs.directory().get());
        }
        if (!logs.toDriver()) {
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
            node.showingOn(new Console(nowhere, nowhere));
        }
        Path caches = caches();
        // A user without a home directory has no cache: files in the working directory may belong to another user.
        if (settings.warmStart() && caches.isAbsolute()) {
            node.trainedBy(library(), List.of(WorkerMain.REHEARSAL), caches);
        }
        return node;
    }

    private static Path made(Path directory) throws IOException {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException("temp-dir=" + directory + ": the directory cannot be created (" + e + "); choose another", e);
        }
    }

    private static Path caches() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path caches = given != null && given.startsWith("/") ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
        return caches.resolve("troupe");
    }
}
