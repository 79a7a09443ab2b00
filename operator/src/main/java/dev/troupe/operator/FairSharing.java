package dev.troupe.operator;

import dev.troupe.dijob.FairShare;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Status;
import dev.troupe.kube.DIJobResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Shares the cluster among preemptible jobs with one template: every few seconds one of them gets a pod more, or one less. Only the
/// operator that leads does this.
final class FairSharing implements AutoCloseable {
    static final Duration PAUSE = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final KubernetesClient lean;
    private final Optional<String> namespace;
    private final JobPatch patch;
    private final EventWriter events;
    private final Thread thread = Thread.ofPlatform().daemon().name("troupe-fair-sharing").unstarted(this::run);

    /// A job that takes part.
    ///
    /// @param wanted how many pods it is to have
    private record Member(DIJobResource resource, Job job, Shape.Elastic shape, int wanted, Room.Needs needs) {}

    /// @param lean of [LeanClient]
    /// @param namespace whose jobs take part; all when empty
    FairSharing(KubernetesClient client, KubernetesClient lean, Optional<String> namespace, JobFinder finder, EventWriter events) {
        this.client = client;
        this.lean = lean;
        this.namespace = namespace;
        this.patch = new JobPatch(client, finder);
        this.events = events;
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
                    JobFinder.LOG.log(Level.WARNING, "the cluster could not be shared this time", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /// One change, when there is one to make.
    Optional<FairShare.Change> step() {
        Map<String, Member> members = members();
        if (members.isEmpty()) {
            return Optional.empty();
        }
        List<ActivePod> pods = ActivePod.list(lean);
        Room room = Room.now(client.nodes().list().getItems(), pods);
        List<FairShare.Member> sharing = new ArrayList<>();
        boolean moving = false;
        for (Member member : members.values()) {
            String uid = member.resource().getMetadata().getUid();
            List<ActivePod> own = pods.stream().filter(pod -> pod.owner().equals(uid)).toList();
            int here = (int) own.stream().filter(pod -> !pod.leaving()).count();
            moving |= here != own.size() || here > member.wanted();
            for (int i = here; i < member.wanted(); i++) {
                room.expect(member.needs());
            }
            int waiting = (int) own.stream().filter(pod -> waits(pod, room)).count();
            sharing.add(
                    new FairShare.Member(member.job().key(), member.job().terms().priority(), member.shape().minReplicas(),
                            member.shape().maxReplicas(), member.wanted(),
                            waiting));
        }
        boolean othersWait = pods.stream().anyMatch(pod -> !pod.job().isEmpty() && !members.containsKey(pod.owner()) && waits(pod, room));
        Map<JobKey, Member> byKey = new LinkedHashMap<>();
        members.values().forEach(member -> byKey.put(member.job().key(), member));
        Optional<FairShare.Change> change = FairShare.next(sharing, othersWait, key -> room.fits(byKey.get(key).needs()));
        boolean leaving = moving; // what was given up before has not been taken yet
        change.filter(one -> one.by() > 0 || !leaving).ifPresent(one -> apply(one, byKey.get(one.job())));
        return change.filter(one -> one.by() > 0 || !leaving);
    }

    private static boolean waits(ActivePod pod, Room room) {
        return pod.stuck() && !pod.leaving() && room.couldFit(pod.needs());
    }

    private void apply(FairShare.Change change, Member member) {
        try {
            patch.apply(change.job(), false, found -> JobApi.scale(found, change.by(), Optional.empty()));
            String how = change.by() > 0 ? "there is room for one more pod" : "a pod goes, since others wait for room";
            events.announce(member.resource(), false, "FairShare", how + ": the job is to have " + (member.wanted() + change.by()));
            JobFinder.LOG.log(Level.INFO, "{0}: {1}, {2} now", change.job(), how, Integer.toString(member.wanted() + change.by()));
        } catch (Refusal e) {
            JobFinder.LOG.log(Level.DEBUG, "{0} is left as it is: {1}", change.job(), e.getMessage()); // it has changed meanwhile
        } catch (KubernetesClientException e) {
            JobFinder.LOG.log(Level.WARNING, change.job() + " could not be changed: " + ApiErrors.sentence(e));
        }
    }

    /// By their ids.
    private Map<String, Member> members() {
        var jobs = client.resources(DIJobResource.class);
        Map<String, Member> members = new LinkedHashMap<>();
        for (DIJobResource resource : (namespace.isPresent() ? jobs.inNamespace(namespace.get()) : jobs.inAnyNamespace()).list()
                .getItems()) {
            Phase phase = Status.read(resource.getStatus()).phase();
            if (phase != Phase.NONE && !phase.ended() && !resource.isMarkedForDeletion()) {
                JobReading.of(resource).job().flatMap(job -> member(resource, job))
                        .ifPresent(member -> members.put(resource.getMetadata().getUid(), member));
            }
        }
        return members;
    }

    private Optional<Member> member(DIJobResource resource, Job job) {
        if (!(job.shape() instanceof Shape.Elastic shape) || !job.terms().preemptible() || job.terms().suspend()) {
            return Optional.empty();
        }
        int wanted = Math.clamp(Observer.requested(resource).orElse(job.replicas()), shape.minReplicas(), shape.maxReplicas());
        PodSpec spec = client.getKubernetesSerialization().convertValue(job.tasks().getFirst().template().tree().get("spec"),
                PodSpec.class);
        return Optional.of(new Member(resource, job, shape, wanted, Room.Needs.of(spec)));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
