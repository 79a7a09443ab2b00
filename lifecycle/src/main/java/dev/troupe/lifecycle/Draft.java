package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A decision in the making.
final class Draft {
    final Job job;
    final Observation seen;
    private Status status;
    private final List<Action> actions = new ArrayList<>();
    private Optional<Transition> transition = Optional.empty();
    private Optional<Instant> again = Optional.empty();

    /// @param job null for one that is not valid
    Draft(Job job, Observation seen) {
        this.job = job;
        this.seen = seen;
        this.status = seen.status();
    }

    Status status() {
        return status;
    }

    Draft status(Status status) {
        this.status = status;
        return this;
    }

    Draft add(Action action) {
        actions.add(action);
        return this;
    }

    /// Creates the token before the first pods.
    void token() {
        TokenSecret.of(job).ifPresent(secret -> add(new Action.CreateToken(secret)));
    }

    /// Enters the next phase, with its condition and event.
    Draft enter(Transition next, String message) {
        return enter(next, message, next.to().alarming());
    }

    /// @param warning whether the event is one
    Draft enter(Transition next, String message, boolean warning) {
        if (!next.from().contains(status.phase()) || transition.isPresent()) {
            throw new IllegalStateException("no row of the table leads from " + status.phase() + " by " + next);
        }
        transition = Optional.of(next);
        status = status.entered(next.to(), message, seen.now());
        return announce(warning, next.to().reason(), message);
    }

    Draft announce(boolean warning, String reason, String message) {
        return add(new Action.Announce(warning, reason, message));
    }

    /// Reports once why a change is not applied.
    Draft refuse(String sentence) {
        return note(true, "ChangeRefused", sentence);
    }

    /// Reports once what a change does not affect.
    Draft note(boolean warning, String reason, String sentence) {
        if (!status.refusal().equals(sentence)) {
            status = status.refusing(sentence);
            announce(warning, reason, sentence);
        }
        return this;
    }

    /// Which values of a started job are ignored; reported once.
    String remark() {
        String remark = job.remarks().isEmpty() ? "" : "the change is not applied: " + String.join("; ", job.remarks());
        if (!remark.isEmpty() && !remark.equals(seen.status().refusal())) {
            announce(true, "ChangeRefused", remark);
        }
        return remark;
    }

    /// Reports once what the job waits for in its current phase.
    void waits(String reason, String sentence) {
        if (!status.message().equals(sentence)) {
            status = status.saying(sentence);
            announce(false, reason, sentence);
        }
    }

    /// Whether no pods may be created yet. If so, another decision follows when they may.
    boolean early() {
        Instant until = status.notBefore().orElse(seen.now());
        if (!seen.now().isBefore(until)) {
            return false;
        }
        again(until);
        return true;
    }

    /// Delays the replacement of lost pods if pods were lost a short while ago, too.
    ///
    /// @param phase that the job enters then
    void pauseAfter(List<Pod> lost, Phase phase) {
        boolean waits = status.notBefore().filter(until -> until.isAfter(seen.now())).isPresent();
        if (!lost.isEmpty() && !waits) {
            Optional<Instant> last = status.conditions().stream().filter(condition -> condition.type() == phase).map(Condition::entered)
                    .findFirst();
            status = status.notBefore(seen.now().plus(Pause.afterLoss(last, seen.now())));
        }
    }

    /// Asks for another decision at that time or earlier.
    Draft again(Instant instant) {
        again = Optional.of(again.filter(earlier -> earlier.isBefore(instant)).orElse(instant));
        return this;
    }

    Decision decision() {
        return new Decision(status, actions, transition, again);
    }
}
