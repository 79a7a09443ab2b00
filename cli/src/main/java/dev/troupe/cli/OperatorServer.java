package dev.troupe.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The operator's server, as a pod of a job reaches it.
///
/// @param url as `DI_SERVER_URL` has it
/// @param account a directory with `token` and `ca.crt` of the pod's service account, as far as it has them
/// @param authority certificates to trust beside `ca.crt`, as `DI_SERVER_CA` has them; may be empty
record OperatorServer(String url, Path account, String authority) {
    /// Where pods find their service account.
    static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    URI at(String path) {
        return URI.create(url.replaceFirst("/$", "") + path);
    }

    /// A request with the token of the pod.
    HttpRequest.Builder request(String path) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
        if (Files.exists(account.resolve("token"))) {
            request.header("Authorization", "Bearer " + Files.readString(account.resolve("token")).strip());
        }
        return request;
    }

    /// Trusts the certificates that the pod was told to trust, and those of the cluster.
    HttpClient client(Duration connectTimeout) throws IOException, GeneralSecurityException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(connectTimeout);
        Path ca = account.resolve("ca.crt");
        String trusted = authority + (Files.exists(ca) ? "\n" + Files.readString(ca) : "");
        if (url.startsWith("https:") && !trusted.isBlank()) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int i = 0;
            for (var certificate : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(trusted.getBytes(StandardCharsets.US_ASCII)))) {
                store.setCertificateEntry("ca" + i++, certificate);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            builder.sslContext(context);
        }
        return builder.build();
    }
}
