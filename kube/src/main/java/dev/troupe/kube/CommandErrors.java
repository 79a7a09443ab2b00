package dev.troupe.kube;

import dev.troupe.jobs.JobsException;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/// Explains to the user of a command why the API server refused a request.
///
/// @param url of the API server
record CommandErrors(String url) {
    static final String INSTALL = "install the operator with: troupe operator manifests | kubectl apply -f -";

    /// @param what was tried, to follow "cannot", e.g. `list the jobs of namespace games`
    <T> T trying(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw sentence(what, e);
        }
    }

    JobsException sentence(String what, KubernetesClientException e) {
        String sentence = switch (e.getCode()) {
            case 401 -> "the cluster at " + url + " does not know who you are: log in again, or name another user with --context NAME";
            case 403 -> "cannot " + what + ": " + said(e) + "; ask for the right, or name another user with --context NAME";
            case 404 -> isMissingKind(e) ? missingKind() : "cannot " + what + ": " + said(e);
            default -> unreachable(e).orElseGet(() -> "cannot " + what + ": " + said(e));
        };
        return new JobsException(sentence, e);
    }

    String missingKind() {
        return "the cluster at " + url + " does not know DIJobs: " + INSTALL;
    }

    /// Whether not one object is missing, but all of its kind.
    static boolean isMissingKind(KubernetesClientException e) {
        Status status = e.getStatus();
        return e.getCode() == 404 && (status == null || status.getDetails() == null || status.getDetails().getName() == null
                || status.getDetails().getName().isEmpty());
    }

    private Optional<String> unreachable(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof UnresolvedAddressException || cause instanceof HttpTimeoutException) {
                return Optional.of("no answer from " + url + ": is the cluster running, and is it the right one "
                        + "(--kubeconfig, --context, KUBECONFIG)?");
            }
            if (cause instanceof SSLException) {
                return Optional.of("the cluster at " + url + " is not trusted: " + firstLine(cause.getMessage())
                        + "; is the certificate in the kubeconfig still right?");
            }
        }
        return Optional.empty();
    }

    private static String said(KubernetesClientException e) {
        Status status = e.getStatus();
        return firstLine(status != null && status.getMessage() != null ? status.getMessage() : String.valueOf(e.getMessage()));
    }

    private static String firstLine(String text) {
        return text == null ? "no reason given" : text.lines().findFirst().orElse("no reason given");
    }
}
