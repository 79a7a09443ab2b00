package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Placement groups: resources reserved together for work that belongs together.
final class Groups implements Waiter.Allocator<Group> {
    private final Outbox out;
    private final Queue queue;
    private final Nodes nodes;
    private final int remembered;
    private final Map<GroupKey, Group> groups = new LinkedHashMap<>();
    private final Map<Name, Group> names = new LinkedHashMap<>();
    /// The groups that each process watches.
    private final Map<ProcessKey, Set<Group>> watched = new HashMap<>();
    private final Deque<GroupKey> removed = new ArrayDeque<>();

    Groups(Outbox out, Queue queue, Nodes nodes, HeadSettings settings) {
        this.out = out;
        this.queue = queue;
        this.nodes = nodes;
        this.remembered = settings.remembered();
    }

    Group get(GroupKey key) {
        return groups.get(key);
    }

    Group named(Name name) {
        return names.get(name);
    }

    /// The requested bundle, or all that may be used.
    List<Bundle> bundles(BundleKey key) {
        var group = groups.get(key.group());
        if (group == null || group.state() == GroupState.REMOVED || key.index() >= group.bundles().size()) {
            return List.of();
        }
        return key.index() < 0 ? group.bundles() : List.of(group.bundles().get(key.index()));
    }

    /// Why nothing can ever run there; empty if something might.
    String problem(BundleKey key) {
        var group = groups.get(key.group());
        if (group == null) {
            return key.group() + " is not known: it was removed long ago or never created";
        }
        if (group.state() == GroupState.REMOVED) {
            return group.what() + " is removed";
        }
        if (key.index() >= group.bundles().size() || key.index() < BundleKey.ANY) {
            return "Bundle index " + key.index() + " is invalid, the total size of bundles is " + group.bundles().size();
        }
        return "";
    }

    /// Why this group cannot be created; empty if it can.
    String problem(GroupSpec spec) {
        if (groups.containsKey(spec.key())) {
            return "The number of " + spec.key() + " is already in use: choose another";
        }
        boolean taken = !spec.name().isEmpty() && names.containsKey(new Name(spec.namespace(), spec.name()));
        return taken ? "Placement group with name " + spec.name() + " exists!" : "";
    }

    Group create(GroupSpec spec, Job job) {
        var group = new Group(this, queue.nextOrder(), job.turn(), spec);
        groups.put(spec.key(), group);
        watched.computeIfAbsent(spec.owner().process(), _ -> new LinkedHashSet<>()).add(group);
        if (!spec.name().isEmpty()) {
            names.put(new Name(spec.namespace(), spec.name()), group);
        }
        tell(group);
        queue.changed(group);
        return group;
    }

    @Override
    public boolean serve(Group group) {
        if (!new BundlePlan(nodes, group.bundles()).place(group.spec().strategy())) {
            return false;
        }
        for (var bundle : group.bundles()) {
            bundle.open(more -> {
                if (more) {
                    queue.grown(group.key());
                }
            });
            bundle.node().groups().add(group);
        }
        group.become(GroupState.CREATED, "");
        tell(group);
        queue.grown(group.key());
        return true;
    }

    @Override
    public boolean hasRoom(Group group) {
        return true; // others of the same resources may still be placed
    }

    /// Returns its resources to the nodes; the caller must notify the work that uses it.
    void remove(Group group, String why) {
        for (var bundle : group.bundles()) {
            if (bundle.placed()) {
                bundle.node().groups().remove(group);
            }
            bundle.close();
        }
        group.become(GroupState.REMOVED, why);
        names.remove(new Name(group.spec().namespace(), group.spec().name()), group);
        queue.changed(group);
        tell(group);
        group.watchers().forEach(watcher -> unwatch(watcher, group));
        group.watchers().clear();
        removed.add(group.key());
        if (removed.size() > remembered) {
            groups.remove(removed.remove());
        }
    }

    /// The bundles on this node are placed elsewhere.
    void leave(Node node, String why) {
        for (var group : List.copyOf(node.groups())) {
            group.bundles().stream().filter(bundle -> bundle.node() == node).forEach(Bundle::close);
            if (group.state() == GroupState.CREATED) {
                group.become(GroupState.RESCHEDULING, why);
                tell(group);
            }
            queue.changed(group);
        }
        node.groups().clear();
    }

    void watch(ProcessKey process, GroupKey key) {
        var group = groups.get(key);
        if (group != null) {
            if (group.state() != GroupState.REMOVED) {
                group.watchers().add(process);
                watched.computeIfAbsent(process, _ -> new LinkedHashSet<>()).add(group);
            }
            out.add(group.news(List.of(process)));
        }
    }

    void processLost(ProcessKey process) {
        var all = watched.remove(process);
        if (all != null) {
            all.forEach(group -> group.watchers().remove(process));
        }
    }

    private void unwatch(ProcessKey process, Group group) {
        watched.computeIfPresent(process, (_, all) -> all.remove(group) && all.isEmpty() ? null : all);
    }

    private void tell(Group group) {
        out.add(group.news(List.copyOf(group.watchers())));
    }

    @Override
    public boolean leasesAreInTheWay(Group group) {
        return group.bundles().stream().allMatch(bundle -> bundle.placed() || nodes.wouldFit(bundle.resources()));
    }

    @Override
    public boolean fitsNowhere(Group group) {
        var all = group.bundles().stream().map(Bundle::resources).toList();
        return switch (group.spec().strategy()) {
            case STRICT_SPREAD -> all.size() > nodes.present().size() || all.stream().anyMatch(this::fitsNowhere);
            case STRICT_PACK -> fitsNowhere(all.stream().reduce(Resources.NONE, Resources::plus));
            case PACK, SPREAD -> all.stream().anyMatch(this::fitsNowhere);
        };
    }

    private boolean fitsNowhere(Resources bundle) {
        return !nodes.canFit(bundle);
    }

    @Override
    public String whyItWaits(Group group) {
        for (var bundle : group.bundles()) {
            if (fitsNowhere(bundle.resources())) {
                return "no node has " + bundle.resources() + ": add such a node or ask for smaller bundles";
            }
        }
        return switch (group.spec().strategy()) {
            case STRICT_SPREAD ->
                    "it needs " + group.bundles().size() + " different nodes with free resources; there are " + nodes.present().size();
            case STRICT_PACK -> "no single node has enough free resources for all its bundles";
            case PACK, SPREAD -> "there are not enough free resources for all its bundles at present";
        };
    }

    List<Cluster.GroupView> view() {
        var views = new ArrayList<Cluster.GroupView>();
        groups.values().forEach(group -> views.add(group.view()));
        return views;
    }
}
