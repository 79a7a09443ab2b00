package dev.troupe.jobserver;

import dev.troupe.dijob.JobKey;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Decides who may ask about which jobs: pods about the jobs of their namespace, others if a role allows them `dijobs/replicas`, and a pod without
/// a token about its own job.
final class Access {
    /// For requests that come through the API server's proxy, which keeps `Authorization` to itself.
    static final String TOKEN = "X-Troupe-Token";
    private static final String BEARER = "Bearer ";

    private final KubernetesClient client;
    private final TokenReviews reviews;
    private final PodAddresses addresses;
    private final ServerSettings.Admission admission;

    /// @param patience how long to wait for a pod whose address is not reported yet
    Access(KubernetesClient client, InstantSource clock, ServerSettings.Admission admission, Duration patience) {
        this.client = client;
        this.reviews = new TokenReviews(client, clock);
        this.addresses = new PodAddresses(client, clock, patience);
        this.admission = admission;
    }

    /// Identifies the sender of a request.
    ///
    /// @throws Refusal 401 if it is unknown
    Caller caller(Context request) throws InterruptedException {
        if (admission == ServerSettings.Admission.ANYBODY) {
            return new Caller.Anybody();
        }
        Optional<String> token = token(request);
        if (token.isPresent()) {
            return reviews.review(token.get()).orElseThrow(() -> new Refusal(Refusal.NOBODY,
                    "the token is not valid: it may have expired; read it from its file again"));
        }
        if (admission == ServerSettings.Admission.TOKENS) {
            throw nobody("");
        }
        // The address of the connection itself: anybody can write headers.
        String sender = request.req().getRemoteAddr().replaceAll("[\\[\\]]", "");
        return switch (addresses.at(InetAddress.ofLiteral(sender))) {
            case PodAddresses.Found.Known(Caller.PodOfJob pod) -> pod;
            case PodAddresses.Found.Unknown(String why, boolean _) ->
                    throw nobody("; a pod of a DIJob may ask without one, but the address " + sender + " " + why);
        };
    }

    private static Refusal nobody(String more) {
        return new Refusal(Refusal.NOBODY,
                "the request has no token: send 'Authorization: Bearer …' with the token of the pod's service account, "
                        + "from /var/run/secrets/kubernetes.io/serviceaccount/token" + more);
    }

    private static Optional<String> token(Context request) {
        Optional<String> own = Optional.ofNullable(request.header(TOKEN));
        return own.or(() -> Optional.ofNullable(request.header("Authorization")).filter(text -> text.regionMatches(true, 0, BEARER, 0, 7))
                .map(text -> text.substring(BEARER.length()))).map(String::strip).filter(token -> !token.isEmpty());
    }

    /// Checks whether the caller may read, or change, the replicas of jobs in a namespace. [#check(Caller, JobKey)] then checks each job.
    ///
    /// @param namespace empty for all of them
    /// @throws Refusal 403 if it may not
    void check(Caller caller, String namespace, boolean change) {
        switch (caller) {
            case Caller.Anybody _ -> {
            }
            case Caller.PodOfJob pod -> {
                if (!pod.job().namespace().equals(namespace)) {
                    throw otherJob(pod);
                }
            }
            case Caller.Account account -> {
                if (namespace.isEmpty() || !account.namespace().equals(Optional.of(namespace))) {
                    review(account, namespace, change ? "update" : "get");
                }
            }
        }
    }

    /// Checks whether the caller may ask about this job, if it may ask about its namespace.
    ///
    /// @throws Refusal 403 if it may not
    void check(Caller caller, JobKey job) {
        if (caller instanceof Caller.PodOfJob pod && !pod.job().equals(job)) {
            throw otherJob(pod);
        }
    }

    /// Checks whether the caller has sent a token.
    ///
    /// @throws Refusal 403 if only its address identifies it
    void checkToken(Caller caller) {
        if (caller instanceof Caller.PodOfJob pod) {
            throw new Refusal(Refusal.FORBIDDEN,
                    pod.name() + " is known by its address only, which is not enough for packages: send its token");
        }
    }

    private static Refusal otherJob(Caller.PodOfJob pod) {
        return new Refusal(Refusal.FORBIDDEN, pod.name() + " sent no token, so it may ask about its own job " + pod.job()
                + " only: send 'Authorization: Bearer …' with the token of its service account");
    }

    private void review(Caller.Account caller, String namespace, String verb) {
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
