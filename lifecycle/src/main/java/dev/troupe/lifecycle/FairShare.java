package dev.troupe.lifecycle;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Priority;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/// Shares a cluster among elastic jobs, one pod at a time: the job with the smallest share grows while there is room, the one with the largest shrinks while another
/// waits. Jobs of high priority are the first to grow and the last to shrink. No job goes below `minReplicas` or above `maxReplicas`.
public final class FairShare {
    private FairShare() {}

    /// A job that may grow and shrink.
    ///
    /// @param now how many pods it has, those that wait for room included
    /// @param waiting how many of them wait for room
    public record Member(JobKey job, Priority priority, int least, int most, int now, int waiting) {
        /// The share: 0 with `minReplicas`, 1 with `maxReplicas`; 1 for jobs that cannot change.
        double score() {
            return most == least ? 1 : (double) (now - least) / (most - least);
        }

        /// Whether this job gives up a pod for the other.
        boolean givesWayTo(Member other) {
            return priority == other.priority ? score() > other.score() : priority.compareTo(other.priority) < 0;
        }
    }

    /// One more pod for a job, or one less.
    public record Change(JobKey job, int by) {}

    private static final Comparator<Member> POOREST = Comparator.comparing(Member::priority).reversed()
            .thenComparingDouble(Member::score).thenComparing(member -> member.job().toString());

    /// The next change, when there is one.
    ///
    /// @param othersWait whether pods of jobs that are not elastic wait for room
    /// @param fits whether one more pod of a job finds room now
    public static Optional<Change> next(Collection<Member> members, boolean othersWait, Predicate<JobKey> fits) {
        Optional<Member> waiting = members.stream().filter(member -> member.waiting() > 0).min(POOREST);
        if (othersWait || waiting.isPresent()) {
            return members.stream().filter(member -> member.now() > member.least())
                    .filter(member -> othersWait || member.givesWayTo(waiting.get()))
                    .max(POOREST).map(member -> new Change(member.job(), -1));
        }
        return members.stream().filter(member -> member.now() < member.most() && fits.test(member.job())).min(POOREST)
                .map(member -> new Change(member.job(), 1));
    }
}
