package dev.troupe.head;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A head to try things on: one job, workers that start at once unless held back, all effects kept.
final class Trial {
    static final JobKey JOB = new JobKey(1);
    static final ProcessKey DRIVER = new ProcessKey(1);
    static final WorkerSettings SHARED = WorkerSettings.shared(JOB);
    static final HeadSettings SETTINGS = new HeadSettings(Duration.ofSeconds(10), 4, 2, 3, Duration.ofMillis(500), 3, Duration.ofSeconds(5),
            Duration.ofSeconds(1));
    final Head head;
    final List<Effect> effects = new ArrayList<>();
    boolean startAtOnce = true;
    boolean constructAtOnce = true;
    long now;
    private long numbers;

    Trial(HeadSettings settings) {
        head = new Head(settings);
    }

    private Trial() {
        this(SETTINGS);
    }

    static Trial with(Resources... nodes) {
        var trial = new Trial();
        for (int i = 0; i < nodes.length; i++) {
            trial.join(i + 1, nodes[i], Optional.empty());
        }
        trial.on(new Fact.JobStarted(JOB, DRIVER, "here", SHARED));
        return trial;
    }

    static Trial embedded(Resources total) {
        var trial = new Trial();
        trial.join(1, total, Optional.of(DRIVER));
        trial.on(new Fact.JobStarted(JOB, DRIVER, "here", SHARED));
        return trial;
    }

    void join(long node, Resources total, Optional<ProcessKey> embedded) {
        on(new Fact.NodeJoined(new NodeKey(node), "10.0.0." + node, "n" + node, total, Map.of("zone", "a"), embedded));
    }

    /// The effects of this fact alone, and of what the workers answer to them.
    List<Effect> on(Fact fact) {
        return carryOut(head.on(now, fact));
    }

    List<Effect> after(Duration time) {
        now += time.toNanos();
        return carryOut(head.tick(now));
    }

    private List<Effect> carryOut(List<Effect> said) {
        effects.addAll(said);
        var all = new ArrayList<>(said);
        for (var effect : said) {
            if (startAtOnce && effect instanceof Effect.StartWorker start) {
                all.addAll(on(new Fact.WorkerStarted(start.process())));
            } else if (constructAtOnce && effect instanceof Effect.Place place) {
                all.addAll(on(new Fact.ActorReady(place.spec().key(), place.incarnation())));
            }
        }
        return all;
    }

    static <T extends Effect> List<T> only(Class<T> kind, List<Effect> effects) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <T extends Effect> T last(Class<T> kind) {
        return only(kind, effects).getLast();
    }

    List<Effect.Granted> demand(ProcessKey process, Shape shape, int wanted) {
        return only(Effect.Granted.class, on(new Fact.Demand(process, shape, wanted)));
    }

    static Shape cpu(double amount) {
        return Shape.of(Resources.cpu(amount), SHARED);
    }

    static Resources resources(String name, double amount) {
        return Resources.of(Map.of(name, amount));
    }

    ActorSpec spec() {
        return new ActorSpec(new ActorKey(JOB, ++numbers), "", "here", false, Owner.of(DRIVER), Resources.NONE, Optional.empty(), SHARED, 0,
                "Player",
                new byte[]{1});
    }

    static ActorSpec named(ActorSpec spec, String name) {
        return new ActorSpec(spec.key(), name, "here", spec.detached(), spec.owner(), spec.resources(), spec.bundle(), spec.settings(),
                spec.maxRestarts(), spec.className(), spec.creation());
    }

    static ActorSpec detached(ActorSpec spec) {
        return new ActorSpec(spec.key(), spec.name(), spec.namespace(), true, spec.owner(), spec.resources(), spec.bundle(),
                spec.settings(),
                spec.maxRestarts(), spec.className(), spec.creation());
    }

    static ActorSpec restarting(ActorSpec spec, int times) {
        return new ActorSpec(spec.key(), spec.name(), spec.namespace(), spec.detached(), spec.owner(), spec.resources(), spec.bundle(),
                spec.settings(),
                times, spec.className(), spec.creation());
    }

    static ActorSpec owned(ActorSpec spec, ProcessKey process, ActorKey owner) {
        return new ActorSpec(spec.key(), spec.name(), spec.namespace(), spec.detached(), new Owner(process, Optional.ofNullable(owner)),
                spec.resources(), spec.bundle(), spec.settings(), spec.maxRestarts(), spec.className(), spec.creation());
    }

    static ActorSpec needing(ActorSpec spec, Resources resources, Optional<BundleKey> bundle, WorkerSettings settings) {
        return new ActorSpec(spec.key(), spec.name(), spec.namespace(), spec.detached(), spec.owner(), resources, bundle, settings,
                spec.maxRestarts(), spec.className(), spec.creation());
    }

    ActorKey create(ActorSpec spec) {
        on(new Fact.CreateActor(spec));
        return spec.key();
    }

    ActorState state(ActorKey actor) {
        return head.actor(actor).orElseThrow().state();
    }

    ProcessKey worker(ActorKey actor) {
        return head.actor(actor).orElseThrow().worker().orElseThrow();
    }

    String why(ActorKey actor) {
        return head.actor(actor).orElseThrow().why();
    }

    GroupKey group(String name, Strategy strategy, Resources... bundles) {
        var key = new GroupKey(JOB, ++numbers);
        on(new Fact.CreateGroup(new GroupSpec(key, name, "here", strategy, List.of(bundles), Owner.of(DRIVER))));
        return key;
    }

    List<Long> places(GroupKey group) {
        return head.group(group).orElseThrow().places().stream().map(node -> node.map(NodeKey::number).orElse(0L)).toList();
    }

    Resources available(int node) {
        return head.view().nodes().stream().filter(view -> view.node().number() == node).findFirst().orElseThrow().available();
    }
}
