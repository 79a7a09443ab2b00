package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The programs of the drivers. A job that has ended is forgotten together with the last thing that belongs to it: detached actors, what these
/// own, and their workers outlive it.
final class Jobs {
    private final Map<JobKey, Job> jobs = new LinkedHashMap<>();
    /// Jobs that have not ended.
    private final Map<ProcessKey, Job> drivers = new HashMap<>();
    /// Ended jobs that have lost something.
    private final Deque<Job> ending = new ArrayDeque<>();
    private int lastNumber;

    /// A number that no job ever had.
    JobKey next() {
        return new JobKey(++lastNumber);
    }

    Job start(Fact.JobStarted start) {
        var job = new Job(start);
        lastNumber = Math.max(lastNumber, start.job().number());
        jobs.put(start.job(), job);
        drivers.put(start.driver(), job);
        return job;
    }

    /// The job, even if it has ended; null if it is unknown or forgotten.
    Job get(JobKey key) {
        return jobs.get(key);
    }

    boolean contains(JobKey key) {
        return jobs.containsKey(key);
    }

    /// The job of a driver; null if it has ended.
    Job of(ProcessKey driver) {
        return drivers.get(driver);
    }

    Collection<Job> all() {
        return jobs.values();
    }

    void end(Job job) {
        drivers.remove(job.driver());
        job.end();
        ending.add(job);
    }

    void remove(Worker worker) {
        var job = jobs.get(worker.settings().job());
        job.workers().remove(worker);
        lessOf(job);
    }

    void remove(Actor actor) {
        var job = jobs.get(actor.spec().job());
        job.actors().remove(actor);
        lessOf(job);
    }

    void remove(Group group) {
        var job = jobs.get(group.spec().job());
        job.groups().remove(group);
        lessOf(job);
    }

    private void lessOf(Job job) {
        if (job.ended()) {
            ending.add(job);
        }
    }

    /// Forgets jobs of which nothing is left.
    void forgetEnded() {
        for (var job = ending.poll(); job != null; job = ending.poll()) {
            if (job.isOver()) {
                jobs.remove(job.key());
            }
        }
    }
}
