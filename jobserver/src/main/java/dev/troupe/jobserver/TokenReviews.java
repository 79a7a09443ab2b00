package dev.troupe.jobserver;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Asks the API server to whom a token belongs, and caches the answer for a minute. Only the hash of a token is kept.
final class TokenReviews {
    static final Duration REMEMBERED = Duration.ofSeconds(60);
    /// Shorter, because a token that is not valid yet may soon be.
    static final Duration REFUSED = Duration.ofSeconds(10);
    private static final int MOST = 10_000;
    /// Limits the requests to the API server that strangers with invented tokens can cause.
    private static final int AT_ONCE = 16;

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Semaphore asking = new Semaphore(AT_ONCE);
    private final Map<String, Known> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > MOST;
        }
    };

    private record Known(Optional<Caller.Account> caller, Instant until) {}

    TokenReviews(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /// The owner of the token; empty if it is not valid.
    Optional<Caller.Account> review(String token) throws InterruptedException {
        String hash = hash(token);
        Instant now = clock.instant();
        synchronized (known) {
            Known one = known.get(hash);
            if (one != null && now.isBefore(one.until())) {
                return one.caller();
            }
        }
        Optional<Caller.Account> caller = ask(token);
        synchronized (known) {
            known.remove(hash); // so that it becomes the newest entry
            known.put(hash, new Known(caller, now.plus(caller.isPresent() ? REMEMBERED : REFUSED)));
        }
        return caller;
    }

    private Optional<Caller.Account> ask(String token) throws InterruptedException {
        asking.acquire();
        try {
            TokenReview review = client.authentication().v1().tokenReviews()
                    .create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build());
            return Optional.ofNullable(review.getStatus()).filter(status -> Boolean.TRUE.equals(status.getAuthenticated()))
                    .map(status -> caller(status.getUser()));
        } finally {
            asking.release();
        }
    }

    private static Caller.Account caller(UserInfo user) {
        return new Caller.Account(user.getUsername(), user.getUid() == null ? "" : user.getUid(), user.getGroups() == null ? List.of()
                : user.getGroups(), user.getExtra() == null ? Map.of() : user.getExtra());
    }

    private static String hash(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
