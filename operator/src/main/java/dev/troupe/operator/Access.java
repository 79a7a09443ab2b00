package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javalin.http.Context;
import java.util.Optional;

/// Who may ask for what: the pods of a namespace for its own jobs, others when a role allows them `dijobs/replicas`.
final class Access {
    /// For requests that come through the API server's proxy, which keeps `Authorization` to itself.
    static final String TOKEN = "X-Troupe-Token";
    private static final String BEARER = "Bearer ";

    private final KubernetesClient client;
    private final TokenReviews reviews;
    private final boolean insecure;

    Access(KubernetesClient client, TokenReviews reviews, boolean insecure) {
        this.client = client;
        this.reviews = reviews;
        this.insecure = insecure;
    }

    /// Who sent it.
    ///
    /// @throws Refusal 401 when that is not known
    Caller caller(Context request) throws InterruptedException {
        if (insecure) {
            return Caller.ANYBODY;
        }
        String token = token(request).orElseThrow(() -> new Refusal(Refusal.NOBODY,
                "the request has no token: send 'Authorization: Bearer …' with that of the pod's service account, "
                        + "from /var/run/secrets/kubernetes.io/serviceaccount/token"));
        return reviews.review(token).orElseThrow(() -> new Refusal(Refusal.NOBODY,
                "the token is not valid: it may be too old, read it from its file again"));
    }

    private static Optional<String> token(Context request) {
        Optional<String> own = Optional.ofNullable(request.header(TOKEN));
        return own.or(() -> Optional.ofNullable(request.header("Authorization")).filter(text -> text.regionMatches(true, 0, BEARER, 0, 7))
                .map(text -> text.substring(BEARER.length()))).map(String::strip).filter(token -> !token.isEmpty());
    }

    /// Whether the caller may read, or change, the replicas of jobs in a namespace.
    ///
    /// @param namespace empty for all of them
    /// @throws Refusal 403 when not
    void check(Caller caller, String namespace, boolean change) {
        if (insecure || (!namespace.isEmpty() && caller.namespace().equals(Optional.of(namespace)))) {
            return;
        }
        String verb = change ? "update" : "get";
        SubjectAccessReview review = client.authorization().v1().subjectAccessReview().create(new SubjectAccessReviewBuilder().withNewSpec()
                .withUser(caller.user()).withUid(caller.uid()).withGroups(caller.groups()).withExtra(caller.extra())
                .withNewResourceAttributes().withNamespace(namespace).withVerb(verb).withGroup("diengine.opendilab.org")
                .withResource("dijobs").withSubresource("replicas").endResourceAttributes().endSpec().build());
        if (!Boolean.TRUE.equals(review.getStatus().getAllowed())) {
            throw new Refusal(Refusal.FORBIDDEN, caller.user() + " may not " + verb + " dijobs/replicas in "
                    + (namespace.isEmpty() ? "all namespaces" : "the namespace " + namespace)
                    + ": ask from a pod of that namespace, or for a role with that right");
        }
    }
}
