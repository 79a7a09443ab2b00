package dev.troupe.kube;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/// What an API server's refusals mean, and how they are said to people.
public final class ApiErrors {
    private ApiErrors() {}

    public static boolean isConflict(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_CONFLICT;
    }

    public static boolean isMissing(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /// Rights are missing: unlike a quota that is used up, no waiting helps.
    public static boolean isForbidden(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_FORBIDDEN && reason(e).contains(" cannot ");
    }

    /// Complete, with the next step where there is one.
    public static String sentence(KubernetesClientException e) {
        if (isForbidden(e)) {
            return reason(e) + ": apply the ClusterRole and its binding of `troupe operator manifests`";
        }
        return e.getCode() == 0 ? "the API server does not answer: " + root(e) : reason(e);
    }

    private static String reason(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus()).map(status -> status.getMessage()).orElseGet(() -> String.valueOf(e.getMessage()));
    }

    private static String root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
