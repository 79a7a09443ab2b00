package dev.troupe.task;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/// Shares the contexts of the roles of a distributed training: collectors send trajectories, episodes and their numbers of environment steps and
/// episodes; the learner sends its train iteration; the evaluator sends its results to the learner. Each role receives the data that it needs.
///
/// ```java
/// task.addRole(task.router().nodeId() == 0 ? Role.LEARNER : Role.COLLECTOR);
/// task.use(ContextExchange.of(task));
/// if (task.hasRole(Role.COLLECTOR)) {
///     task.use(ctx -> ctx.trajectories(play(ctx.trainIteration())));
/// } else {
///     task.use(ctx -> train(ctx.trajectories()));
/// }
/// ```
///
/// Add it before the middleware that use the data. At the beginning of a step it waits, at the end it sends:
///
/// - The learner waits until a collector has sent something, or [all of them have][#fromAll]. If the task finishes in the meantime, the rest of the
/// step is skipped.
/// - The others wait for new data, too, except in their first step (see [#skip]); after a timeout they continue without it. A peer that joins after
/// one was lost also ends the wait, e.g. a restarted learner, which has none of the data sent before.
///
/// An evaluation appears in the learner's context as if it had been made there in that step, so [Termination#stopValue] works there.
///
/// In a single process, or if no roles were declared, it does nothing, because the context is already shared.
public final class ContextExchange implements Middleware<OnlineRlContext> {
    private static final String EVENT = "troupe.context.";
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final Task<?> task;
    private final Set<Role> roles;
    private final long skip;
    private final boolean fromAll;
    private final Patience patience;
    private final News news;
    private long sentEnvStep;
    private long sentEnvEpisode;

    /// The data received since the last step. Guarded by the lock of the task's [Life].
    private static final class News {
        private final AllCollectors collectors;
        private Collected collected = Collected.NOTHING;
        private Long trainIteration;
        private Evaluated evaluated;
        private boolean begun;
        /// Whether a peer was lost, and whether one has joined after that since this node last checked. Peers that were linked from the beginning
        /// have missed nothing.
        private boolean loss;
        private boolean newcomer;

        News(AllCollectors collectors) {
            this.collectors = collectors;
        }

        boolean hasData() {
            return !collected.isEmpty();
        }

        boolean hasNews() {
            return trainIteration != null || newcomer || hasData();
        }
    }

    /// The result of an evaluator, and its train iteration.
    private record Evaluated(double value, long iteration) {}

    private ContextExchange(Task<?> task, Set<Role> roles, long skip, boolean fromAll, Patience patience, News news) {
        this.task = task;
        this.roles = roles;
        this.skip = skip;
        this.fromAll = fromAll;
        this.patience = patience;
        this.news = news;
    }

    /// An exchange for the roles this task has declared.
    public static ContextExchange of(Task<? extends OnlineRlContext> task) {
        Set<Role> roles = task.settleRoles();
        task.claim("ContextExchange", "one is enough");
        News news = new News(new AllCollectors(task));
        if (task.router().distributed()) {
            if (roles.isEmpty()) {
                LOG.log(System.Logger.Level.WARNING, "node " + task.router().nodeId()
                        + " declared no role, so it exchanges no context; call addRole before ContextExchange.of");
            } else {
                listen(task, news);
            }
            news.collectors.introduce();
        }
        String awaited = task.hasRole(Role.LEARNER) ? "data from a node with the role COLLECTOR"
                : "messages from a node with the role LEARNER";
        return new ContextExchange(task, roles, 1, false, new Patience(task, Duration.ofSeconds(60), awaited), news);
    }

    /// A node listens to the roles that it does not have itself; a node that collects counts only its own environment steps.
    private static void listen(Task<?> task, News news) {
        if (!task.hasRole(Role.COLLECTOR)) {
            boolean learner = task.hasRole(Role.LEARNER);
            task.on(event(Role.COLLECTOR), (Integer node, Collected more) -> task.life().change(() -> {
                news.collectors.attendance().sent(node);
                news.collected = news.collected.and(learner ? more : more.countersOnly());
            }));
        }
        if (!task.hasRole(Role.LEARNER)) {
            task.on(event(Role.LEARNER), (Long iteration) -> task.life().change(() -> news.trainIteration = iteration));
            task.onGone(node -> task.life().change(() -> news.loss = true));
            task.on(Router.PEER_JOINED, (Integer node) -> task.life().change(() -> news.newcomer |= news.loss));
        } else if (!task.hasRole(Role.EVALUATOR)) {
            task.on(event(Role.EVALUATOR),
                    (Double value, Long iteration) -> task.life().change(() -> news.evaluated = new Evaluated(value, iteration)));
        }
    }

    private static String event(Role role) {
        return EVENT + role.name().toLowerCase(Locale.ROOT);
    }

    /// The same exchange, which does not wait in the first `steps` steps: a collector must collect before a learner can learn. The default is one
    /// step; a learner always waits.
    public ContextExchange skip(long steps) {
        return new ContextExchange(task, roles, steps, fromAll, patience, news);
    }

    /// The same exchange, whose learner waits in each step until every linked collector has sent something since the last step: for algorithms that
    /// learn from all collectors at once. Call it on all nodes, so that a collector also sends when it has collected nothing in a step.
    ///
    /// ```java
    /// task.use(ContextExchange.of(task).fromAll());
    /// ```
    ///
    /// A collector that leaves is no longer waited for; one that joins is waited for from then on. After 5 s the log names the collectors that the
    /// learner waits for.
    public ContextExchange fromAll() {
        return new ContextExchange(task, roles, skip, true, patience, news);
    }

    /// The same exchange with another timeout than 60 s. A learner, which needs data, warns and continues to wait as long as a peer is linked; the
    /// others continue without data.
    public ContextExchange timeout(Duration timeout) {
        return new ContextExchange(task, roles, skip, fromAll, patience.with(timeout), news);
    }

    @Override
    public void run(OnlineRlContext ctx) throws Exception {
        if (roles.isEmpty() || !task.router().distributed()) {
            return;
        }
        task.life().change(() -> begin(ctx));
        if (roles.contains(Role.LEARNER)) {
            if (!roles.contains(Role.COLLECTOR) && !awaitData()) {
                ctx.skipRest();
                return;
            }
        } else if (ctx.step() >= skip) {
            patience.welcome(news::hasNews);
        }
        task.life().change(() -> take(ctx));
        ctx.defer(() -> send(ctx));
    }

    /// False if the task finished instead.
    private boolean awaitData() throws InterruptedException {
        return fromAll ? news.collectors.await(patience) : patience.require(news::hasData);
    }

    private void begin(OnlineRlContext ctx) {
        if (!news.begun) { // counters may have been restored
            news.begun = true;
            sentEnvStep = ctx.envStep();
            sentEnvEpisode = ctx.envEpisode();
        }
    }

    private void take(OnlineRlContext ctx) {
        Collected collected = news.collected;
        if (!collected.isEmpty()) {
            ctx.trajectories(collected.trajectories());
            ctx.trajectoryEnds(collected.trajectoryEnds());
            ctx.episodes(collected.episodes());
            ctx.addEnvSteps(collected.envSteps());
            ctx.addEnvEpisodes(collected.envEpisodes());
            news.collected = Collected.NOTHING;
        }
        news.collectors.attendance().taken();
        if (news.trainIteration != null) {
            ctx.trainIteration(news.trainIteration);
            news.trainIteration = null;
        }
        if (news.evaluated != null) {
            ctx.evalValue(news.evaluated.value);
            ctx.lastEvalIteration(news.evaluated.iteration);
            news.evaluated = null;
        }
        news.newcomer = false;
    }

    private void send(OnlineRlContext ctx) {
        if (roles.contains(Role.COLLECTOR)) {
            Collected collected = Collected.from(ctx, sentEnvStep, sentEnvEpisode);
            sentEnvStep = ctx.envStep();
            sentEnvEpisode = ctx.envEpisode();
            if (fromAll || !collected.isEmpty()) {
                task.onlyRemote().emit(event(Role.COLLECTOR), task.router().nodeId(), collected);
            }
        }
        if (roles.contains(Role.LEARNER)) {
            task.onlyRemote().with(Delivery.LATEST).emit(event(Role.LEARNER), ctx.trainIteration());
        } else if (roles.contains(Role.EVALUATOR) && ctx.evalValue() > Double.NEGATIVE_INFINITY) {
            task.onlyRemote().emit(event(Role.EVALUATOR), ctx.evalValue(), ctx.lastEvalIteration());
        }
    }
}
