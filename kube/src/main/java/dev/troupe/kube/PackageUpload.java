package dev.troupe.kube;

import dev.troupe.dijob.CodeFile;
import dev.troupe.dijob.JobsException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Brings code that is too large for a config map to the operator's server, through the API server, which knows who we are.
final class PackageUpload {
    static final String SERVER = "/api/v1/namespaces/di-system/services/https:di-server:8081/proxy";
    private static final long MINUTES = 10;

    private final KubernetesClient client;
    private final ApiErrors errors;

    PackageUpload(KubernetesClient client, ApiErrors errors) {
        this.client = client;
        this.errors = errors;
    }

    /// Returns what the code is called there: its SHA-256.
    String put(CodeFile code) {
        String sha256 = sha256(code.bytes());
        String url = errors.url().replaceFirst("/$", "") + SERVER + "/packages/" + sha256;
        HttpRequest request = client.getHttpClient().newHttpRequestBuilder().uri(url)
                .method("PUT", "application/zip", null).put("application/zip", new ByteArrayInputStream(code.bytes()), code.bytes().length)
                .build();
        String size = "%,d".formatted(code.bytes().length);
        try {
            HttpResponse<byte[]> answer = client.getHttpClient().sendAsync(request, byte[].class).get(MINUTES, TimeUnit.MINUTES);
            if (answer.isSuccessful()) {
                return sha256;
            }
            throw new JobsException("code of " + size + " bytes is more than a config map holds (" + "%,d".formatted(CodeTravel.FITS)
                    + "), and the operator's server does not take it (HTTP " + answer.code() + " " + answer.message()
                    + "): is di-server running in namespace di-system? Or put the code into the image");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobsException("interrupted while sending " + size + " bytes of code", e);
        } catch (TimeoutException | java.util.concurrent.ExecutionException | CompletionException e) {
            throw new JobsException("code of " + size + " bytes could not be sent to " + url + ": " + e.getMessage(), e);
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
