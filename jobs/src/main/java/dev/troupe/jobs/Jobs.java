package dev.troupe.jobs;

import dev.troupe.dijob.JobKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/// Submits, lists, follows and ends jobs where they run. The implementation, for Kubernetes or something else, is found by
/// [ServiceLoader]. Every method throws [JobsException] with a sentence for the user.
///
/// ```java
/// try (Jobs jobs = Jobs.at(JobsPlace.USUAL)) {
///     JobKey job = jobs.submit(JobFile.read(text).getFirst().tree());
///     Ending ending = jobs.follow(job, LogRequest.ALL, (worker, line) -> IO.println(worker + ": " + line));
/// }
/// ```
public interface Jobs extends AutoCloseable {
    /// Connects, without sending a request yet.
    static Jobs at(JobsPlace place) {
        Provider provider = ServiceLoader.load(Provider.class, Jobs.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new JobsException("this installation cannot talk to Kubernetes: its folder lib/kube is missing; "
                        + "unpack the distribution again"));
        return provider.connect(place);
    }

    /// The namespace that jobs without one belong to.
    String namespace();

    /// The job of that name.
    default JobKey key(String name) {
        return new JobKey(namespace(), name);
    }

    /// Submits an object, a DIJob or an AggregatorConfig, as it was written.
    JobKey submit(Map<String, Object> manifest);

    /// Submits a job whose containers run code from this machine: they find it in [CodeFile#DIRECTORY], under its name.
    ///
    /// @param image of the init container that fetches large code into the pods
    /// @param operatorNamespace of the operator, which stores large code
    JobKey submit(Map<String, Object> manifest, CodeFile code, String image, String operatorNamespace);

    /// All jobs, the oldest first.
    List<JobRow> list(boolean ofAllNamespaces);

    JobRow job(JobKey job);

    /// Its workers by rank, including those that are terminating.
    List<WorkerRow> workers(JobKey job);

    /// Reads the output of the workers so far, one worker after the other.
    void logs(JobKey job, LogRequest request, LineSink sink);

    /// Follows the output of the workers until the job has ended or is gone. The sink gets one line at a time. All lines of workers that have
    /// ended come before this method returns, or the sink is notified which are missing: the method waits until none has come for 10 s.
    Ending follow(JobKey job, LogRequest request, LineSink sink);

    /// Waits until the job has ended or is gone. The sink gets only the news.
    Ending await(JobKey job, LineSink news);

    /// Stops the workers. The job stays as a record, unless it is removed as well. Returns the job as it was before.
    JobRow kill(JobKey job, boolean remove);

    /// The full details of the job.
    Description describe(JobKey job);

    @Override
    void close();

    /// Receives the output of workers.
    @FunctionalInterface
    interface LineSink {
        void line(String worker, String line);

        /// The job has entered another phase.
        default void news(JobRow job) {}

        /// Lines of a worker that were printed, but could not be read.
        ///
        /// @param sentence names the worker and the reason
        default void missed(String sentence) {}
    }

    /// How following a job ended.
    ///
    /// @param message the last message of the job
    record Ending(JobKey job, Result result, String message) {}

    /// What became of a job.
    enum Result {
        SUCCEEDED, FAILED,
        /// Somebody ended it.
        KILLED,
        /// Somebody deleted it.
        GONE
    }

    /// One way to reach jobs.
    interface Provider {
        Jobs connect(JobsPlace place);
    }

    /// A job with its workers and what happened to it, in order.
    ///
    /// @param object as the cluster keeps it
    /// @param waits sentences that say why it does not run, as far as that is known
    record Description(JobRow job, Map<String, Object> object, List<WorkerRow> workers, List<Happening> events, List<String> waits) {
        public Description {
            workers = List.copyOf(workers);
            events = List.copyOf(events);
            waits = List.copyOf(waits);
        }
    }

    /// One event.
    ///
    /// @param about the object it happened to, e.g. `Pod test-0-1`
    /// @param count how often
    record Happening(Instant when, String type, String reason, String about, String message, int count) {}

    /// Which lines to read.
    ///
    /// @param last how many of each worker; all when empty
    /// @param worker only this one
    record LogRequest(Optional<Integer> last, Optional<String> worker) {
        public static final LogRequest ALL = new LogRequest(Optional.empty(), Optional.empty());
    }
}
