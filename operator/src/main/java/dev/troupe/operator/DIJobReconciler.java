package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.JobReading;
import dev.troupe.lifecycle.Action;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Decision;
import dev.troupe.lifecycle.Unplaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Observes a job, decides with `dijob`, writes the status and acts. Everything that must be remembered is in the status, so
/// an operator can be killed between any two calls and another one continues.
final class DIJobReconciler implements Reconciler<DIJobResource> {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration CONFLICT = Duration.ofMillis(100);
    /// The nodes and pods of the cluster are being read.
    private static final Duration SOON = Duration.ofMillis(200);

    private final Sources sources;
    private final Observer observer;
    private final Adoption adoption;
    private final StatusWriter statuses;
    private final GangRoom room;
    private final Executor executor;
    private final EventWriter events;
    private final Cluster cluster;
    private final Leadership leadership;
    private final Meter meter;
    private final InstantSource clock;
    private final Backoff backoff = new Backoff();

    DIJobReconciler(KubernetesClient client, Sources sources, Observer observer, GangRoom room, Executor executor, EventWriter events,
            Cluster cluster, Leadership leadership, Meter meter, InstantSource clock) {
        this.sources = sources;
        this.observer = observer;
        this.adoption = new Adoption(client);
        this.statuses = new StatusWriter(client);
        this.room = room;
        this.executor = executor;
        this.events = events;
        this.cluster = cluster;
        this.leadership = leadership;
        this.meter = meter;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, DIJobResource>> prepareEventSources(EventSourceContext<DIJobResource> context) {
        return sources.prepare(context);
    }

    @Override
    public UpdateControl<DIJobResource> reconcile(DIJobResource resource, Context<DIJobResource> context) {
        if (leadership.isLost()) {
            return UpdateControl.noUpdate();
        }
        String id = resource.getMetadata().getUid();
        if (context.isPrimaryResourceDeleted()) {
            lookForAnother(resource, context);
            return UpdateControl.noUpdate();
        }
        long began = meter.begin();
        boolean well = false;
        try {
            Optional<Duration> next = step(resource, context);
            backoff.succeeded(id);
            well = true;
            return next.map(pause -> UpdateControl.<DIJobResource>noUpdate().rescheduleAfter(pause)).orElseGet(UpdateControl::noUpdate);
        } catch (Unfinished e) {
            return UpdateControl.<DIJobResource>noUpdate().rescheduleAfter(backoff.failed(id));
        } catch (KubernetesClientException e) {
            well = ApiErrors.isConflict(e); // somebody else was faster, which is usual
            return UpdateControl.<DIJobResource>noUpdate().rescheduleAfter(paused(resource, e));
        } finally {
            meter.looked(began, well);
        }
    }

    /// One reconciliation.
    ///
    /// @return when to look again although nothing has changed
    private Optional<Duration> step(DIJobResource found, Context<DIJobResource> context) throws Unfinished {
        JobReading reading = JobReading.of(found);
        Optional<Job> job = reading.job();
        DIJobResource resource = job.isPresent() ? adoption.adopt(found, job.get(), context) : found;
        Observed seen = observer.remembered(resource);
        Decision decision = reading.decide(seen.observation(), cluster);
        Optional<List<Unplaced>> lacking = room.lacking(job, seen.observation().status(), decision);
        if (lacking.isEmpty()) {
            return Optional.of(SOON);
        }
        if (!lacking.get().isEmpty()) {
            seen = seen.with(seen.observation().withoutRoom(lacking.get()));
            decision = reading.decide(seen.observation(), cluster);
        }
        // A job nobody has looked at has no pods: ranks are written down before there are any.
        if ((creates(decision) && seen.observation().status().phase() != Phase.NONE) || releases(decision)) {
            seen = observer.fresh(resource);
            decision = reading.decide(seen.observation(), cluster);
        }
        boolean written = statuses.write(resource, decision, context);
        if (creates(decision) && !written && !statuses.isCurrent(resource)) {
            return Optional.of(CONFLICT);
        }
        if (!executor.carryOut(job, seen, decision.actions())) {
            throw new Unfinished();
        }
        // What is deleted is told by the API server; what is created is known already.
        if (!deletes(decision) && (decision.transition().isPresent() || creates(decision))) {
            return Optional.of(AT_ONCE);
        }
        return decision.again().map(instant -> Duration.between(clock.instant(), instant))
                .map(pause -> pause.compareTo(AT_ONCE) < 0 ? AT_ONCE : pause);
    }

    /// Reminds the framework of a job that was created while the deletion of an earlier one of the same name was handled; it forgets such jobs.
    private static void lookForAnother(DIJobResource gone, Context<DIJobResource> context) {
        var jobs = context.eventSourceRetriever().getControllerEventSource();
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> jobs.get(ResourceID.fromResource(gone))
                .ifPresent(next -> jobs.eventReceived(ResourceAction.ADDED, next, null, false)));
    }

    private Duration paused(DIJobResource resource, KubernetesClientException e) {
        if (ApiErrors.isConflict(e)) {
            return CONFLICT; // somebody else has changed it: observe again
        }
        // One that is gone meanwhile has nobody to tell.
        boolean told = !ApiErrors.isMissing(e) && events.report(resource, true, "ReconcileFailed", ApiErrors.sentence(e));
        LOGGER.log(told ? Level.WARNING : Level.DEBUG, resource.getMetadata().getNamespace() + "/"
                + resource.getMetadata().getName() + " is retried: " + ApiErrors.sentence(e));
        return backoff.failed(resource.getMetadata().getUid());
    }

    private static boolean creates(Decision decision) {
        return decision.actions().stream().anyMatch(Action.CreatePod.class::isInstance);
    }

    private static boolean releases(Decision decision) {
        return decision.actions().stream().anyMatch(Action.Release.class::isInstance);
    }

    private static boolean deletes(Decision decision) {
        return decision.actions().stream().anyMatch(Action.DeletePod.class::isInstance);
    }

    /// An action failed.
    private static final class Unfinished extends Exception {
        private static final long serialVersionUID = 1;

        Unfinished() {
            super(null, null, false, false);
        }
    }
}
