package dev.troupe.kube;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Writes events of jobs on its own thread. Nobody waits for them, and when the API server is slow they are dropped.
public final class EventWriter implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private static final String COMPONENT = "di-operator";
    private static final int WAITING = 10_000;
    private static final int MESSAGE = 1_000;
    private static final long FAREWELL_MILLIS = 2_000;

    private final KubernetesClient client;
    private final InstantSource clock;
    private final EventLimit limit = new EventLimit();
    private final BlockingQueue<Event> waiting = new ArrayBlockingQueue<>(WAITING);
    private final Thread thread;
    private volatile boolean closed;
    private boolean complained;

    public EventWriter(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("troupe-events").daemon().start(this::write);
    }

    /// Writes an event that happens only once.
    public void announce(DIJobResource job, boolean warning, String reason, String message) {
        add(job, warning, reason, message);
    }

    /// Writes an event that may happen repeatedly.
    ///
    /// @return whether it is written this time
    public boolean report(DIJobResource job, boolean warning, String reason, String message) {
        boolean told = limit.allows(job.getMetadata().getUid(), reason + message, clock.instant());
        if (told) {
            add(job, warning, reason, message);
        }
        return told;
    }

    private void add(DIJobResource job, boolean warning, String reason, String message) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        waiting.offer(new EventBuilder().withNewMetadata().withGenerateName(job.getMetadata().getName() + ".")
                .withNamespace(job.getMetadata().getNamespace()).endMetadata()
                .withNewInvolvedObject().withApiVersion(job.getApiVersion()).withKind(job.getKind()).withName(job.getMetadata().getName())
                .withNamespace(job.getMetadata().getNamespace()).withUid(job.getMetadata().getUid()).endInvolvedObject()
                .withType(warning ? "Warning" : "Normal").withReason(reason)
                .withMessage(message.length() > MESSAGE ? message.substring(0, MESSAGE) + " …" : message)
                .withFirstTimestamp(now).withLastTimestamp(now).withCount(1).withNewSource().withComponent(COMPONENT).endSource()
                .withReportingComponent(COMPONENT).build());
    }

    private void write() {
        try {
            while (!closed || !waiting.isEmpty()) {
                Event event = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (event != null) {
                    create(event);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed, and the API server took too long
        }
    }

    private void create(Event event) {
        try {
            client.resource(event).create();
        } catch (KubernetesClientException e) {
            if (ApiErrors.isForbidden(e) && !complained) {
                complained = true;
                LOGGER.log(Level.WARNING, "events are not written: " + ApiErrors.sentence(e));
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(FAREWELL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
