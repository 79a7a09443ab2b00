package dev.troupe.task;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Sends the learner's model to all other roles: the learner broadcasts its parameters when the task is set up and after each step, and the others
/// use the newest.
///
/// ```java
/// task.addRole(task.router().nodeId() == 0 ? Role.LEARNER : Role.COLLECTOR);
/// task.use(ModelExchange.of(task, () -> weights.clone(), (float[] newest) -> weights = newest));
/// ```
///
/// The other roles wait for the first model before their first step; if the task finishes in the meantime, the rest of the step is skipped. Later
/// they use the newest model they have. A model that is replaced by a newer one before it was sent or used is dropped, so a slow evaluator delays
/// nobody. A node that joins later receives the newest model at once.
///
/// In a single process, or if no roles were declared, it does nothing, because the model is already shared.
public final class ModelExchange<M> implements Middleware<Context> {
    private static final String EVENT = "troupe.model";
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final Task<?> task;
    private final Supplier<? extends M> give;
    private final Consumer<? super M> take;
    private final Patience patience;
    private final Newest<M> newest;
    private final boolean active;

    /// The model that was sent last, or received and not used yet.
    private static final class Newest<M> {
        final AtomicReference<M> model = new AtomicReference<>();
        boolean taken;
    }

    private ModelExchange(Task<?> task, Supplier<? extends M> give, Consumer<? super M> take, Patience patience, Newest<M> newest,
            boolean active) {
        this.task = task;
        this.give = give;
        this.take = take;
        this.patience = patience;
        this.newest = newest;
        this.active = active;
    }

    /// An exchange for the roles this task has declared.
    ///
    /// @param give returns the learner's parameters: a copy that is not changed later
    /// @param take uses the newest parameters in the other roles, on the step thread
    public static <M> ModelExchange<M> of(Task<?> task, Supplier<? extends M> give, Consumer<? super M> take) {
        Set<Role> roles = task.settleRoles();
        task.claim("ModelExchange", "send one value that holds all models");
        boolean active = task.router().distributed() && !roles.isEmpty();
        if (task.router().distributed() && roles.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "node " + task.router().nodeId()
                    + " declared no role, so it exchanges no model; call addRole before ModelExchange.of");
        }
        Newest<M> newest = new Newest<>();
        ModelExchange<M> exchange = new ModelExchange<>(task, give, take,
                new Patience(task, Duration.ofSeconds(60), "the model from a node with the role LEARNER"),
                newest, active);
        if (active) {
            exchange.begin();
        }
        return exchange;
    }

    /// The same exchange with another timeout than 60 s for the first model. After the timeout it warns and continues to wait as long as a peer is
    /// linked.
    public ModelExchange<M> timeout(Duration timeout) {
        return new ModelExchange<>(task, give, take, patience.with(timeout), newest, active);
    }

    private void begin() {
        if (task.hasRole(Role.LEARNER)) {
            task.on(Router.PEER_JOINED, (Integer node) -> sendAgain());
            send();
        } else {
            task.on(EVENT, (M model) -> task.life().change(() -> newest.model.set(model)));
        }
    }

    @Override
    public void run(Context ctx) throws Exception {
        if (!active) {
            return;
        }
        if (task.hasRole(Role.LEARNER)) {
            ctx.defer(this::send);
            return;
        }
        if (!newest.taken && !patience.require(() -> newest.model.get() != null)) {
            ctx.skipRest();
            return;
        }
        M model = newest.model.getAndSet(null);
        if (model != null) {
            newest.taken = true;
            take.accept(model);
        }
    }

    private void send() {
        M model = give.get();
        synchronized (newest) {
            newest.model.set(model);
            emit(model);
        }
    }

    /// Sends the model to a node that has just joined. Shares a lock with [#send], so that an older model never follows a newer one.
    private void sendAgain() {
        synchronized (newest) {
            if (newest.model.get() != null) {
                emit(newest.model.get());
            }
        }
    }

    private void emit(M model) {
        task.onlyRemote().with(Delivery.LATEST).emit(EVENT, model);
    }
}
