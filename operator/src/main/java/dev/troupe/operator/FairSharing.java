package dev.troupe.operator;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobserver.JobApi;
import dev.troupe.jobserver.JobFinder;
import dev.troupe.jobserver.JobPatch;
import dev.troupe.jobserver.Refusal;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.LeanClient;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.FairShare;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shares the cluster among preemptible jobs with one template: every few seconds one of them gets a pod more, or one less. Only the
/// operator that leads does this.
final class FairSharing implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    static final Duration PAUSE = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final KubernetesClient lean;
    private final Optional<String> namespace;
    private final JobPatch patch;
    private final EventWriter events;
    private final Cluster cluster;
    private final Thread thread = Thread.ofPlatform().daemon().name("troupe-fair-sharing").unstarted(this::run);

    /// @param lean of [LeanClient]
    /// @param namespace whose jobs take part; all when empty
    FairSharing(KubernetesClient client, KubernetesClient lean, Optional<String> namespace, JobFinder finder, EventWriter events,
            Cluster cluster) {
        this.client = client;
        this.lean = lean;
        this.namespace = namespace;
        this.patch = new JobPatch(client, finder);
        this.events = events;
        this.cluster = cluster;
    }

    /// From now on this operator leads.
    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(PAUSE);
                try {
                    step();
                } catch (RuntimeException e) {
                    LOGGER.log(Level.WARNING, "fair sharing failed this time", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /// One change, when there is one to make.
    Optional<FairShare.Change> step() {
        var jobs = client.resources(DIJobResource.class);
        Sharers sharers = new Sharers((namespace.isPresent() ? jobs.inNamespace(namespace.get()) : jobs.inAnyNamespace()).list().getItems(),
                client.getKubernetesSerialization(), cluster);
        if (sharers.members().isEmpty()) {
            return Optional.empty();
        }
        Census census = Census.withoutPriorities(lean);
        Room room = census.room();
        Map<JobKey, Sharers.Member> members = new LinkedHashMap<>();
        List<FairShare.Member> sharing = new ArrayList<>();
        Set<ActivePod> dispensable = new HashSet<>();
        boolean moving = false;
        for (Sharers.Member member : sharers.members().values()) {
            String id = member.resource().getMetadata().getUid();
            List<ActivePod> own = census.pods().stream().filter(pod -> pod.owner().equals(id)).toList();
            List<ActivePod> staying = own.stream().filter(pod -> !pod.leaving()).toList();
            staying.stream().skip(member.shape().minReplicas()).forEach(dispensable::add);
            moving |= staying.size() != own.size() || staying.size() > member.wanted();
            int without = room.expect(member.needs(), Math.max(0, member.wanted() - staying.size()));
            int held = member.held() && room.couldFit(member.needs()) ? without : 0;
            int waiting = held + (int) staying.stream().filter(pod -> waits(pod, room)).count();
            members.put(member.job().key(), member);
            sharing.add(new FairShare.Member(member.job().key(), member.job().terms().priority(), member.shape().minReplicas(),
                    member.shape().maxReplicas(), member.wanted(), waiting));
        }
        boolean othersWait = census.pods().stream()
                .anyMatch(pod -> !pod.job().isEmpty() && !sharers.members().containsKey(pod.owner()) && waits(pod, room))
                || aGangWaits(sharers.gangs(), census, dispensable, room);
        Optional<FairShare.Change> change = FairShare.next(sharing, othersWait, key -> room.fits(members.get(key).needs()));
        boolean leaving = moving; // what was given up before has not been taken yet
        change = change.filter(one -> one.by() > 0 || !leaving);
        change.ifPresent(one -> apply(one, members.get(one.job())));
        return change;
    }

    /// Takes room for gangs about to start, so that nobody grows into it. One that would have no room if all gave up what they can is not
    /// waited for.
    ///
    /// @param dispensable pods that may go
    private static boolean aGangWaits(List<PendingGang> gangs, Census census, Set<ActivePod> dispensable, Room room) {
        Room most = Room.now(census.nodes(), census.pods().stream().filter(pod -> !pod.leaving() && !dispensable.contains(pod)).toList());
        return gangs.stream().map(gang -> gang.missing(census.pods())).filter(pods -> most.copy().takesAll(pods))
                .anyMatch(pods -> !room.takesAll(pods));
    }

    private static boolean waits(ActivePod pod, Room room) {
        return pod.stuck() && !pod.leaving() && room.couldFit(pod.needs());
    }

    private void apply(FairShare.Change change, Sharers.Member member) {
        try {
            patch.apply(change.job(), false, found -> JobApi.scale(found, change.by(), Optional.empty()));
            String how = change.by() > 0 ? "there is room for one more pod" : "a pod is removed, because others wait for room";
            events.announce(member.resource(), false, "FairShare",
                    how + ": the job now asks for " + (member.wanted() + change.by()) + " pods");
            LOGGER.log(Level.INFO, "{0}: {1}, {2} now", change.job(), how, Integer.toString(member.wanted() + change.by()));
        } catch (Refusal e) {
            LOGGER.log(Level.DEBUG, "{0} is left as it is: {1}", change.job(), e.getMessage()); // it has changed meanwhile
        } catch (KubernetesClientException e) {
            LOGGER.log(Level.WARNING, change.job() + " could not be changed: " + ApiErrors.sentence(e));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
