package dev.troupe.kube;

import dev.troupe.jobs.CodeFile;
import dev.troupe.jobs.JobsException;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Uploads code that is too large for a config map to the operator's server, through the API server's proxy, which can be reached from
/// anywhere. The proxy removes the usual header with the token, so the token goes into another one.
final class PackageUpload {
    private static final long MINUTES = 10;

    private final KubernetesClient client;
    private final CommandErrors errors;
    private final String namespace;
    private final HttpClient http;

    /// @param namespace of the operator
    PackageUpload(KubernetesClient client, CommandErrors errors, String namespace) {
        this.client = client;
        this.errors = errors;
        this.namespace = namespace;
        // The usual one tries again by itself, with a stream that is at its end.
        this.http = client.getHttpClient().newBuilder()
                .tag(new RequestConfigBuilder(client.getConfiguration().getRequestConfig()).withRequestRetryBackoffLimit(0).build())
                .build();
    }

    /// Returns what the code is called there: its SHA-256.
    ///
    /// @param jobs namespace of the job
    String put(CodeFile code, String jobs) {
        String sha256 = sha256(code);
        String token = token(jobs);
        HttpResponse<byte[]> answer = put(code, sha256, "di-server:8081", token);
        if (!answer.isSuccessful()) {
            HttpResponse<byte[]> encrypted = put(code, sha256, "https:di-server:8081", token);
            answer = encrypted.isSuccessful() ? encrypted : answer;
        }
        if (!answer.isSuccessful()) {
            throw new JobsException("code of %,d bytes is more than a config map holds (%,d), and the operator's server does not accept it "
                    .formatted(code.size(), CodeTravel.FITS) + "(HTTP " + answer.code() + said(answer) + "): is di-server of namespace "
                    + namespace + " running? Name another with --operator-namespace, or put the code into the image");
        }
        return sha256;
    }

    private HttpResponse<byte[]> put(CodeFile code, String sha256, String service, String token) {
        String url = errors.url().replaceFirst("/$", "") + "/api/v1/namespaces/" + namespace + "/services/" + service + "/proxy/packages/"
                + sha256;
        try (InputStream in = Files.newInputStream(code.file())) {
            HttpRequest request = http.newHttpRequestBuilder().uri(url).header("X-Troupe-Token", token)
                    .put("application/octet-stream", in, code.size()).build();
            return http.sendAsync(request, byte[].class).get(MINUTES, TimeUnit.MINUTES);
        } catch (IOException e) {
            throw unreadable(code, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobsException("interrupted while sending code", e);
        } catch (TimeoutException | ExecutionException e) {
            throw new JobsException("%,d bytes of code could not be sent to %s: %s".formatted(code.size(), url, e.getMessage()), e);
        }
    }

    /// The user's token, or, for users with a certificate or impersonation, a token of the namespace's service account.
    private String token(String namespace) {
        String own = client.getConfiguration().getOauthToken();
        if (own != null && !own.isEmpty() && client.getConfiguration().getImpersonateUsername() == null) {
            return own;
        }
        return errors.trying("get a token of the service account default in namespace " + namespace,
                () -> client.serviceAccounts().inNamespace(namespace).withName("default").tokenRequest(
                        new TokenRequestBuilder().withNewSpec().withExpirationSeconds(600L).endSpec().build()))
                .getStatus().getToken();
    }

    private static String said(HttpResponse<byte[]> answer) {
        String text = answer.body() == null ? "" : new String(answer.body(), StandardCharsets.UTF_8).replaceAll("\\s+", " ").strip();
        return text.isEmpty() ? "" : ", " + (text.length() > 200 ? text.substring(0, 200) + "…" : text);
    }

    static JobsException unreadable(CodeFile code, IOException e) {
        return new JobsException("the code in " + code.file() + " cannot be read: " + e.getMessage() + "; launch it again", e);
    }

    static String sha256(CodeFile code) {
        try (InputStream in = Files.newInputStream(code.file())) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw unreadable(code, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
