package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.PrettyLoggable;
import io.fabric8.kubernetes.client.dsl.TimeTailPrettyLoggable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/// The output of one worker. Lines have timestamps, so reading continues at the right place after an interruption.
final class LogTail {
    private final KubernetesClient client;
    private final CommandErrors errors;
    private final Pod pod;
    private final Jobs.LogRequest request;
    private final Bookmark mark = new Bookmark();
    private LogWatch watch;

    /// The state of a worker.
    enum State {
        RUNNING, ENDED,
        /// Its pod was deleted, and another pod may have its name.
        GONE
    }

    private LogTail(KubernetesClient client, CommandErrors errors, Pod pod, Jobs.LogRequest request) {
        this.client = client;
        this.errors = errors;
        this.pod = pod;
        this.request = request;
    }

    static LogTail of(KubernetesClient client, CommandErrors errors, Pod pod, Jobs.LogRequest request) {
        return new LogTail(client, errors, pod, request);
    }

    /// The pods whose output was requested, among those that exist.
    static List<Pod> chosen(List<Pod> pods, Jobs.LogRequest request) {
        return pods.stream().filter(pod -> request.worker().isEmpty() || request.worker().get().equals(pod.getMetadata().getName()))
                .toList();
    }

    static JobsException unknown(JobKey job, List<Pod> pods, String worker) {
        return new JobsException("job " + job.name() + " has no worker " + worker + ": " + (pods.isEmpty() ? "it has none"
                : "it has " + String.join(", ", pods.stream().map(pod -> pod.getMetadata().getName()).toList())));
    }

    /// Asks the API server, because a watch may lag behind.
    State state() {
        String uid = pod.getMetadata().getUid();
        return errors.trying("look at " + name(), () -> client.pods().inNamespace(pod.getMetadata().getNamespace())
                .withField("metadata.name", name()).list()).getItems().stream().filter(now -> now.getMetadata().getUid().equals(uid))
                .findFirst().map(now -> Rows.hasEnded(now) ? State.ENDED : State.RUNNING).orElse(State.GONE);
    }

    /// Reads the output so far.
    void read(Jobs.LineSink sink) {
        try (InputStream in = errors.trying("read the output of " + name(), () -> source().getLogInputStream())) {
            lines(in, sink);
        } catch (IOException e) {
            throw new JobsException("the output of " + name() + " was cut off: " + e.getMessage() + "; try again", e);
        }
    }

    /// Fails if the user may not read the output. Following it would look like a worker that prints nothing.
    void check() {
        try {
            container().tailingLines(0).getLog();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 401 || e.getCode() == 403) {
                throw errors.sentence("read the output of " + name(), e);
            }
        }
    }

    /// Reads the output so far and what follows, until the worker has ended or the connection is lost.
    void follow(Jobs.LineSink sink) throws IOException {
        try (LogWatch now = source().watchLog()) {
            synchronized (this) {
                watch = now;
            }
            try (InputStream in = now.getOutput()) {
                lines(in, sink);
            }
        } catch (KubernetesClientException | CompletionException | UncheckedIOException e) {
            throw new IOException(e); // also when nobody answers just now
        }
    }

    /// Ends [#follow].
    synchronized void stop() {
        if (watch != null) {
            watch.close();
        }
    }

    String name() {
        return pod.getMetadata().getName();
    }

    private PrettyLoggable source() {
        if (mark.place().isPresent()) {
            return container().sinceTime(mark.place().get().toString());
        }
        return request.last().isPresent() ? container().tailingLines(request.last().get()) : container();
    }

    private TimeTailPrettyLoggable container() {
        return client.pods().inNamespace(pod.getMetadata().getNamespace()).withName(name()).inContainer(Rows.mainContainer(pod))
                .withReadyWaitTimeout(0).usingTimestamps(); // what begins may print for long before it is ready
    }

    private void lines(InputStream from, Jobs.LineSink sink) throws IOException {
        mark.reopen();
        LogLines lines = new LogLines(from);
        for (Optional<LogLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
            if (mark.isNew(line.get().time())) {
                sink.line(name(), line.get().text());
            }
        }
        if (lines.remark().isPresent()) {
            throw new IOException(lines.remark().get());
        }
    }
}
