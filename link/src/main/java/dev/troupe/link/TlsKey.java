package dev.troupe.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The key pair with which this user's processes encrypt, self-signed and made once by the JDK's keytool. It proves nothing by itself:
/// trust comes from the token's proof, into which the certificate's hash goes.
final class TlsKey {
    private static final String ALIAS = "troupe";
    // The file's mode guards it; PKCS#12 wants a password all the same.
    private static final String PASSWORD = "troupe-link";

    private final SSLContext context;
    private final byte[] fingerprint;

    private TlsKey(SSLContext context, byte[] fingerprint) {
        this.context = context;
        this.fingerprint = fingerprint;
    }

    static TlsKey load(Path file) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), new TrustManager[]{new TrustTheToken()}, null);
            return new TlsKey(context, hash(store.getCertificate(ALIAS)));
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException(
                    "the TLS key in " + file + " cannot be used (" + e.getMessage() + "); delete the file to have a new one made", e);
        }
    }

    SSLContext context() {
        return context;
    }

    byte[] fingerprint() {
        return fingerprint.clone();
    }

    static byte[] hash(Certificate certificate) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    }

    private static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Token.privateFolder(folder);
        Path place = Files.createTempDirectory(folder, "tls", Token.owner("rwx------"));
        Path fresh = place.resolve("tls.p12");
        try {
            keytool(fresh);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException e) {
            // another process was quicker: its key is as good
        } finally {
            Files.deleteIfExists(fresh);
            Files.deleteIfExists(place);
        }
    }

    private static void keytool(Path into) throws IOException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(tool.toString(), "-genkeypair", "-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1",
                "-sigalg",
                "SHA256withECDSA", "-validity", "36500", "-dname", "CN=troupe", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore",
                into.toString()).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(tool + " could not make a TLS key at " + into + "; run it by hand to see why");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making a TLS key", e);
        }
    }
}
