package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.Crowd;
import dev.troupe.kube.EventLimit;
import dev.troupe.kube.EventWriter;
import dev.troupe.lifecycle.Action;
import dev.troupe.lifecycle.AddressBook;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.NewPod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// Carries out actions in order. Consecutive actions of one kind are carried out concurrently; if one of them fails, those that
/// follow are left for the next reconciliation.
final class Executor {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");

    private final Creator creator;
    private final Remover remover;
    private final Leftovers leftovers;
    private final Adoption adoption;
    private final PodGroups podGroups;
    private final EventWriter events;
    private final Crowd crowd = new Crowd();

    Executor(KubernetesClient client, Sources sources, PodGroups podGroups, EventWriter events, Cluster cluster) {
        this.creator = new Creator(client, sources, cluster);
        this.remover = new Remover(client);
        this.leftovers = new Leftovers(client);
        this.adoption = new Adoption(client);
        this.podGroups = podGroups;
        this.events = events;
    }

    /// Events are written first, since they describe the status, which is written already.
    ///
    /// @param job empty when it is not valid
    /// @return whether all was done
    boolean carryOut(Optional<Job> job, Observed seen, List<Action> actions) {
        leftovers.note(seen);
        List<Action> rest = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Action.Announce(boolean warning, String reason, String message)) {
                events.announce(seen.resource(), warning, reason, message);
            } else {
                rest.add(action);
            }
        }
        for (int from = 0, to; from < rest.size(); from = to) {
            to = from + 1;
            while (to < rest.size() && rest.get(to).getClass() == rest.get(from).getClass()) {
                to++;
            }
            if (!group(job, seen, rest.subList(from, to))) {
                return false;
            }
        }
        addresses(rest).ifPresent(next -> complain(seen, leftovers.unused(seen, next.shared().map(AddressBook.Shared::id))));
        return true;
    }

    /// Which addresses the pods to be created are told, all the same; empty when there are none.
    private static Optional<AddressBook> addresses(List<Action> actions) {
        return actions.stream().<AddressBook>mapMulti((action, next) -> {
            if (action instanceof Action.CreatePod(NewPod.Ranked pod)) {
                next.accept(pod.addresses());
            }
        }).findFirst();
    }

    /// One event for each of many pods would be too much, so the last event is about all pods without their own.
    private boolean group(Optional<Job> job, Observed seen, List<Action> actions) {
        LongAdder untold = new LongAdder();
        boolean well = crowd.all(actions, action -> attempt(job, seen, action, untold));
        if (actions.size() > EventLimit.BURST && untold.sum() > 0) {
            boolean creates = actions.getFirst() instanceof Action.CreatePod;
            events.announce(seen.resource(), false, creates ? "SuccessfulCreate" : "SuccessfulDelete",
                    (creates ? "created " : "deleted ") + untold.sum() + " more pods");
        }
        return well;
    }

    private boolean attempt(Optional<Job> job, Observed seen, Action action, LongAdder untold) {
        try {
            return perform(job, seen, action, untold);
        } catch (KubernetesClientException e) {
            return failed(seen, action, ApiErrors.sentence(e), ApiErrors.isForbidden(e));
        } catch (TakenException e) {
            return failed(seen, action, e.getMessage(), true);
        } catch (IllegalArgumentException e) { // the template has a field of another type than pods have
            return failed(seen, action, "it is not a valid pod: " + e.getMessage(), false);
        }
    }

    private boolean perform(Optional<Job> job, Observed seen, Action action, LongAdder untold) {
        switch (action) {
            case Action.CreateToken(var secret) -> creator.token(job.orElseThrow(), secret);
            case Action.CreateAddresses(var addresses) -> creator.addresses(job.orElseThrow(), addresses);
            case Action.CreateService(var service) -> {
                return creator.service(seen.resource(), service.tree(job.orElseThrow()), () -> created(seen, action, untold));
            }
            case Action.CreatePod(var pod) -> {
                return creator.pod(seen.resource(), job.orElseThrow(), pod, () -> created(seen, action, untold));
            }
            case Action.DeleteService(String name) -> {
                if (remover.service(seen, name)) {
                    removed(seen, "service " + name, untold);
                }
            }
            case Action.DeletePod(String name, String why) -> {
                if (remover.pod(seen, name)) {
                    removed(seen, "pod " + name + ": " + why, untold);
                }
            }
            case Action.ForceDeletePod(String name, String why) -> {
                if (remover.podAtOnce(seen, name)) {
                    events.report(seen.resource(), true, "ForcedDelete", "deleted pod " + name + " without waiting: " + why);
                }
            }
            case Action.RelabelPod(String name, var labels, var annotations) -> creator.relabel(seen, name, labels, annotations);
            case Action.CreatePodGroup(int members) -> podGroups.set(seen.resource(), members);
            case Action.DeleteJob _ -> remover.job(seen);
            case Action.Release _ -> {
                if (seen.resource().hasFinalizer(Adoption.FINALIZER)) {
                    complain(seen, leftovers.all(seen));
                }
                return adoption.release(seen.resource());
            }
            case Action.Announce _ -> {
                // said already
            }
        }
        return true;
    }

    private void created(Observed seen, Action action, LongAdder untold) {
        tell(seen, "SuccessfulCreate", "created " + title(action), untold);
    }

    private void removed(Observed seen, String what, LongAdder untold) {
        tell(seen, "SuccessfulDelete", "deleted " + what, untold);
    }

    private void tell(Observed seen, String reason, String message, LongAdder untold) {
        if (!events.report(seen.resource(), false, reason, message)) {
            untold.increment();
        }
    }

    private boolean failed(Observed seen, Action action, String why, boolean loudly) {
        String reason = switch (action) {
            case Action.DeletePod _,Action.ForceDeletePod _,Action.DeleteService _,Action.DeleteJob _,Action.Release _ -> "FailedDelete";
            case Action.CreateToken _,Action.CreateAddresses _,Action.CreateService _,Action.CreatePod _,Action.RelabelPod _ ->
                    "FailedCreate";
            case Action.CreatePodGroup _,Action.Announce _ -> "FailedCreate";
        };
        complain(seen, reason, title(action) + ": " + why, loudly);
        return false;
    }

    /// Of what may stay.
    private void complain(Observed seen, List<String> leftovers) {
        leftovers.forEach(why -> complain(seen, "FailedDelete", why, true));
    }

    /// Also logs failures that need somebody's action, since then events may fail as well.
    private void complain(Observed seen, String reason, String message, boolean loudly) {
        boolean told = events.report(seen.resource(), true, reason, message);
        LOGGER.log(loudly && told ? Level.WARNING : Level.DEBUG,
                seen.resource().getMetadata().getNamespace() + "/" + seen.resource().getMetadata().getName() + ": " + reason + " "
                        + message);
    }

    private static String title(Action action) {
        return switch (action) {
            case Action.CreateToken(var secret) -> "secret " + secret.name();
            case Action.CreateAddresses(var addresses) ->
                    "config map " + addresses.shared().map(AddressBook.Shared::configMap).orElse("of addresses");
            case Action.CreateService(var service) -> "service " + service.name();
            case Action.DeleteService(String name) -> "service " + name;
            case Action.CreatePod(var pod) -> "pod " + pod.name();
            case Action.DeletePod(String name, String _) -> "pod " + name;
            case Action.ForceDeletePod(String name, String _) -> "pod " + name;
            case Action.RelabelPod(String name, var _, var _) -> "labels of pod " + name;
            case Action.CreatePodGroup _ -> "pod group";
            case Action.DeleteJob _,Action.Release _,Action.Announce _ -> "job";
        };
    }
}
