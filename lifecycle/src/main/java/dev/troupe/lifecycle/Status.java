package dev.troupe.lifecycle;

import dev.troupe.dijob.Phase;
import dev.troupe.dijob.PlainTree;
import dev.troupe.dijob.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that is known about a job between two decisions. An operator that restarts continues from it.
///
/// @param shape in which the job was started; empty before
/// @param started when it last became active: with its first pods, or when it was resumed
/// @param ended when it succeeded or failed
/// @param notBefore no pods are created until then
/// @param suspended whether it was when last looked at
/// @param refusal why the job is invalid, or why its last change is not applied; empty otherwise
/// @param profilings what the program reported about itself
public record Status(Phase phase, String shape, Counters counters, Tally tally, Roster roster, Optional<Instant> started,
        Optional<Instant> ended, Optional<Instant> notBefore, boolean suspended, String refusal, List<Condition> conditions,
        Map<String, Object> profilings) {
    /// How the message of a job that failed because it is invalid begins.
    static final String INVALID = "the job is not valid: ";

    /// The status of a new job.
    public static final Status NEW = new Status(Phase.NONE, "", Counters.ZERO, Tally.NOTHING, Roster.EMPTY, Optional.empty(),
            Optional.empty(), Optional.empty(), false, "", List.of(), Map.of());

    public Status {
        conditions = List.copyOf(conditions);
        profilings = Tree.copy(profilings);
    }

    /// Reads what [#tree] wrote. Missing or malformed fields have the values of [#NEW].
    public static Status read(Object tree) {
        return StatusTree.read(PlainTree.of(tree).value());
    }

    /// The `status` of the object.
    public Map<String, Object> tree() {
        return StatusTree.write(this);
    }

    /// Whether another operator has started the job: this one notes the shape before anything else.
    public boolean startedElsewhere() {
        return phase != Phase.NONE && !phase.ended() && shape.isEmpty();
    }

    /// When the job entered the phase it is in.
    Optional<Instant> since() {
        return conditions.stream().filter(Condition::current).map(Condition::since).findFirst();
    }

    /// What was last said about the phase it is in.
    String message() {
        return conditions.stream().filter(Condition::current).map(Condition::message).findFirst().orElse("");
    }

    /// Which pod of the gang has no room and what it lacks, while the job waits for room; empty otherwise.
    public Optional<String> waitsForRoom() {
        return Optional.of(message()).filter(message -> phase == Phase.PENDING && message.contains(Unplaced.NO_ROOM));
    }

    /// The same phase, with another message.
    Status saying(String message) {
        List<Condition> said = conditions.stream().map(condition -> condition.current()
                ? new Condition(condition.type(), true, message, condition.entered(), condition.since())
                : condition).toList();
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, refusal, said, profilings);
    }

    /// Whether it failed because it is invalid and has no pods, so that it starts when it is corrected. If jobs fail otherwise, their shape is
    /// known.
    boolean refused() {
        return phase == Phase.FAILED && shape.isEmpty() && (!refusal.isEmpty() || message().startsWith(INVALID));
    }

    /// The status of an invalid job. It may have another shape when it is corrected.
    Status invalid(String sentence) {
        return new Status(phase, "", counters, tally, roster, Optional.empty(), ended, notBefore, suspended, sentence, conditions,
                profilings);
    }

    /// The status of a job that had failed because it was invalid.
    Status corrected() {
        return new Status(phase, shape, counters, tally, roster, started, Optional.empty(), notBefore, suspended, "", conditions,
                profilings);
    }

    Status entered(Phase phase, String message, Instant now) {
        return new Status(phase, shape, counters, phase.ended() ? tally.ended(phase) : tally, roster, started,
                phase.ended() ? Optional.of(now) : ended, notBefore, suspended, refusal, Condition.entered(conditions, phase, message, now),
                profilings);
    }

    Status with(Counters counters) {
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, refusal, conditions, profilings);
    }

    Status with(Tally tally) {
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, refusal, conditions, profilings);
    }

    Status with(Roster roster) {
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, refusal, conditions, profilings);
    }

    Status startedAs(String shape, Optional<Instant> started, boolean suspended) {
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, refusal, conditions, profilings);
    }

    Status notBefore(Instant instant) {
        return new Status(phase, shape, counters, tally, roster, started, ended, Optional.of(instant), suspended, refusal, conditions,
                profilings);
    }

    Status refusing(String sentence) {
        return new Status(phase, shape, counters, tally, roster, started, ended, notBefore, suspended, sentence, conditions, profilings);
    }
}
