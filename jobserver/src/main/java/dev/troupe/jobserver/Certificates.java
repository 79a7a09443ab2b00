package dev.troupe.jobserver;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// The key pair of the server, read again when its files change, as those of a renewed secret do. Jetty's `KeyStoreScanner` watches one file that
/// is a key store; here are two in PEM.
final class Certificates implements AutoCloseable {
    private static final int LOOK_EVERY_SECONDS = 60;

    private final ServerSettings.Tls files;
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("troupe-certificates").factory());
    private List<FileTime> last;

    Certificates(ServerSettings.Tls files) throws IOException {
        this.files = files;
        last = times();
        use(factory, Pem.keyStore(files));
        var _ = clock.scheduleWithFixedDelay(this::look, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
    }

    SslContextFactory.Server factory() {
        return factory;
    }

    /// Checks the files now. Files that cannot be read are not used and are checked again later, since they may change one after the other.
    synchronized void look() {
        try {
            List<FileTime> times = times();
            if (!times.equals(last)) {
                KeyStore store = Pem.keyStore(files);
                factory.reload(changed -> use(factory, store));
                last = times;
                JobFinder.LOG.log(Level.INFO, "the server has a new certificate, from {0}", files.certificate());
            }
        } catch (Exception e) { // whatever it is, the server goes on with what it has
            JobFinder.LOG.log(Level.WARNING, "the server keeps its old certificate", e);
        }
    }

    private List<FileTime> times() throws IOException {
        return List.of(Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.key()));
    }

    private static void use(SslContextFactory.Server factory, KeyStore store) {
        factory.setKeyStore(store);
        factory.setKeyStorePassword("");
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
