package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.KubeCluster;
import dev.troupe.lifecycle.Cluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The server with the key pair of a mounted secret.
final class ServerTlsTest {
    @TempDir
    private Path secret;
    @TempDir
    private Path packages;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    private static void openssl(String... arguments) throws Exception {
        Process process = new ProcessBuilder(java.util.stream.Stream.concat(java.util.stream.Stream.of("openssl"),
                java.util.stream.Stream.of(arguments)).toList()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }

    /// @param kind of key, and of its text
    private void issue(String kind) throws Exception {
        String key = secret.resolve("tls.key").toString();
        switch (kind) {
            case "rsa" -> openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key);
            case "rsa-old" -> openssl("genrsa", "-traditional", "-out", key, "2048");
            case "ec" -> openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key);
            default -> openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", key);
        }
        openssl("req", "-x509", "-key", key, "-days", "2", "-subj", "/CN=di-server", "-addext", "subjectAltName=IP:127.0.0.1", "-out",
                secret.resolve("tls.crt").toString());
    }

    private HttpClient trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (var file = Files.newInputStream(secret.resolve("tls.crt"))) {
            store.setCertificateEntry("server", (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private int status(int port) throws Exception {
        try (HttpClient http = trusting()) {
            return http
                    .send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/healthz")).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private ServerSettings settings() {
        ServerSettings usual = Desk.settings(packages);
        return new ServerSettings(0, Optional.of(ServerSettings.Tls.in(secret)), ServerSettings.Admission.TOKENS_AND_PODS,
                usual.namespace(), usual.packages());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "rsa-old", "ec", "ec-old"})
    void allKindsOfKeysServe(String kind) throws Exception {
        issue(kind);
        try (Server server = Server.start(KubeCluster.shared().client(), settings(), Cluster.USUAL)) {
            assertEquals(200, status(server.port()));
        }
    }

    @Test
    void aRenewedCertificateIsUsed() throws Exception {
        issue("ec");
        try (Server server = Server.start(KubeCluster.shared().client(), settings(), Cluster.USUAL)) {
            assertEquals(200, status(server.port()));
            issue("ec");
            Files.setLastModifiedTime(secret.resolve("tls.crt"), FileTime.from(Instant.now().plusSeconds(10)));
            assertThrows(IOException.class, () -> status(server.port()), "it still has the old one");
            server.renew();
            assertEquals(200, status(server.port()));
            Files.writeString(secret.resolve("tls.crt"), "nonsense");
            Files.setLastModifiedTime(secret.resolve("tls.crt"), FileTime.from(Instant.now().plusSeconds(20)));
            server.renew();
            issue("ec");
            Files.setLastModifiedTime(secret.resolve("tls.crt"), FileTime.from(Instant.now().plusSeconds(30)));
            server.renew();
            assertEquals(200, status(server.port()));
        }
    }

    @Test
    void whatIsNoKeyPairIsSaid() throws Exception {
        issue("ec");
        for (String file : List.of("tls.crt", "tls.key")) {
            String before = Files.readString(secret.resolve(file));
            Files.writeString(secret.resolve(file), "nonsense");
            String message = assertThrows(IOException.class,
                    () -> Server.start(KubeCluster.shared().client(), settings(), Cluster.USUAL).close()).getMessage();
            assertTrue(message.startsWith("no key pair can be read from " + secret), message);
            Files.writeString(secret.resolve(file), before);
        }
    }
}
