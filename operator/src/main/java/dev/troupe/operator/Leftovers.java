package dev.troupe.operator;

import dev.troupe.dijob.JobKey;
import dev.troupe.kube.ApiErrors;
import dev.troupe.lifecycle.AddressBook;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.TokenSecret;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Removes what no pod of a job refers to any more, before the garbage collector would. Jobs never wait for it: what cannot be removed is
/// returned as sentences and stays.
///
/// Everything is removed by a name that has the job's uid in it, so nothing needs to be read or listed, and another job of that name loses
/// nothing. The names of config maps also have an id, which stands on pods; ids of pods that are gone are remembered here. What an earlier
/// operator left is not known, and goes with the job.
final class Leftovers {
    private static final int JOBS = 1_000;
    /// Anybody who may change pods could write something else there.
    private static final Pattern ID = Pattern.compile("[0-9a-f]{1,64}");

    private final KubernetesClient client;
    private final Map<String, Set<String>> ids = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
            return size() > JOBS;
        }
    };

    Leftovers(KubernetesClient client) {
        this.client = client;
    }

    /// Remembers which config maps pods refer to.
    void note(Observed seen) {
        Set<String> now = inUse(seen);
        if (!now.isEmpty()) {
            synchronized (ids) {
                ids.computeIfAbsent(uid(seen), _ -> new TreeSet<>()).addAll(now);
            }
        }
    }

    /// Removes config maps that pods referred to and none does now.
    ///
    /// @param seen from the API server itself: in memory a pod may be missing
    /// @param next the id that pods just created refer to; empty when they have their addresses themselves
    /// @return what could not be removed, and why
    List<String> unused(Observed seen, Optional<String> next) {
        Set<String> kept = inUse(seen);
        next.ifPresent(kept::add);
        return addresses(seen, kept);
    }

    /// Removes what the garbage collector leaves when a job is deleted with `--cascade=orphan`.
    ///
    /// @return what could not be removed, and why
    List<String> all(Observed seen) {
        List<String> failures = new ArrayList<>();
        delete(seen, "secret", "secrets", TokenSecret.of(key(seen), uid(seen)).name()).ifPresent(failures::add);
        failures.addAll(addresses(seen, Set.of()));
        synchronized (ids) {
            ids.remove(uid(seen));
        }
        return failures;
    }

    private List<String> addresses(Observed seen, Set<String> kept) {
        List<String> failures = new ArrayList<>();
        for (String id : remembered(seen)) {
            if (!kept.contains(id)) {
                Optional<String> failure = delete(seen, "config map", "configmaps", AddressBook.configMap(key(seen), uid(seen), id));
                failure.ifPresentOrElse(failures::add, () -> forget(seen, id));
            }
        }
        return failures;
    }

    private Set<String> remembered(Observed seen) {
        synchronized (ids) {
            return Set.copyOf(ids.getOrDefault(uid(seen), Set.of()));
        }
    }

    private void forget(Observed seen, String id) {
        synchronized (ids) {
            ids.getOrDefault(uid(seen), new HashSet<>()).remove(id);
        }
    }

    private static Set<String> inUse(Observed seen) {
        Set<String> used = new TreeSet<>();
        seen.observation().pods().forEach(pod -> used.add(pod.annotations().getOrDefault(Labels.ADDRESSES, "")));
        used.removeIf(id -> !ID.matcher(id).matches());
        return used;
    }

    /// Succeeds if the object is gone already.
    private Optional<String> delete(Observed seen, String title, String plural, String name) {
        try {
            client.raw("/api/v1/namespaces/" + key(seen).namespace() + "/" + plural + "/" + name, "DELETE", new DeleteOptions());
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isMissing(e)) {
                return Optional.of(title + " " + name + ": " + ApiErrors.sentence(e));
            }
        }
        return Optional.empty();
    }

    private static JobKey key(Observed seen) {
        return new JobKey(seen.resource().getMetadata().getNamespace(), seen.resource().getMetadata().getName());
    }

    private static String uid(Observed seen) {
        return seen.resource().getMetadata().getUid();
    }
}
