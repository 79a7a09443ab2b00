package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/// Two processes that dial each other through proxies, and whatever may happen between them. What happens is decided by the seed, and time
/// passes only when it says so; in which order threads run is not.
final class SimulatedPair implements AutoCloseable {
    private static final LinkOptions OPTIONS = LinkOptions.defaults().withWindow(200_000).withQueue(256 << 10);
    private static final int STEPS = 60;

    private final Consumer<SessionChange> changes;
    private final Random random;
    private final String name;
    private final boolean bothDial;
    private final Stopwatch clock = new Stopwatch();
    private final SimulatedNode[] nodes = new SimulatedNode[2];
    private final List<SimulatedNode> former = new ArrayList<>();
    /// In front of each node.
    private final Proxy[] proxies = new Proxy[2];
    private long lastIncarnation;
    private Duration away = Duration.ZERO;

    /// @param changes told of what sessions go through
    SimulatedPair(long seed, Consumer<SessionChange> changes) throws IOException {
        this.changes = changes;
        this.random = new Random(seed);
        this.name = "mem://simulation-" + seed + "-";
        this.bothDial = random.nextBoolean();
        for (int i = 0; i < 2; i++) {
            start(i);
        }
        dial(0);
        dial(1);
    }

    private void start(int i) throws IOException {
        Address at = Address.parse(name + i + "-" + ++lastIncarnation);
        long incarnation = lastIncarnation * (random.nextBoolean() ? 1 : -1);
        nodes[i] = new SimulatedNode(new Identity(i, incarnation), at, OPTIONS, clock, changes);
        proxies[i] = new Proxy(Address.parse(name + i), at);
    }

    private void dial(int from) {
        if (from == 0 || bothDial) {
            nodes[from].endpoint.dial(proxies[1 - from].address());
        }
    }

    /// Cuts that are shorter than the grace, and delays.
    void disturb() throws Exception {
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0 -> proxies[random.nextInt(2)].cut();
                case 1 -> proxies[random.nextInt(2)].cutAfter(random.nextInt(3_000));
                case 2 -> proxies[random.nextInt(2)].refuse(true);
                case 3 -> proxies[random.nextInt(2)].stall(true);
                case 4 -> heal();
                case 5 -> pass(Duration.ofSeconds(random.nextInt(8)));
                default -> talk();
            }
        }
        heal();
    }

    /// The same, and processes that die, are started again, or are out of reach for longer than the grace.
    void disturbGravely() throws Exception {
        disturb();
        for (int i = 0; i < 2; i++) {
            switch (random.nextInt(5)) {
                case 0 -> restart(random.nextInt(2), false);
                case 1 -> restart(random.nextInt(2), true);
                case 2 -> separate();
                case 3 -> forget(random.nextInt(2));
                default -> leave(random.nextInt(2));
            }
            disturb();
        }
    }

    private void talk() {
        for (int count = random.nextInt(30); count > 0; count--) {
            int from = random.nextInt(2);
            nodes[from].send(nodes[1 - from].identity, random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(200));
        }
    }

    /// Never so long in one piece that a cut lasts as long as the grace.
    private void pass(Duration time) throws Exception {
        away = away.plus(time);
        if (away.compareTo(Duration.ofSeconds(25)) > 0) {
            heal();
        }
        advance(time);
    }

    private void advance(Duration time) {
        clock.advance(time);
        for (SimulatedNode node : nodes) {
            node.endpoint.heart().beat();
        }
    }

    /// Everything is possible again, and both have all that was sent to them.
    void heal() throws Exception {
        away = Duration.ZERO;
        for (Proxy proxy : proxies) {
            proxy.refuse(false);
            proxy.stall(false);
            proxy.cutAfter(Long.MAX_VALUE);
        }
        nodes[0].awaitAllOf(nodes[1]);
        nodes[1].awaitAllOf(nodes[0]);
    }

    /// As after a kill, with or without word of it.
    private void restart(int i, boolean told) throws Exception {
        talk();
        proxies[0].refuse(true);
        proxies[1].refuse(true);
        proxies[0].cut();
        proxies[1].cut();
        SimulatedNode dead = nodes[i];
        dead.endpoint.close(Duration.ZERO);
        former.add(dead);
        if (told) {
            nodes[1 - i].endpoint.forget(i, "it was killed");
        }
        talk();
        proxies[i].close();
        start(i);
        dial(i);
        if (!bothDial && i == 1) {
            proxies[0].refuse(false);
        }
        heal();
        nodes[1 - i].checkLossesAgainst(dead);
    }

    private void separate() throws Exception {
        for (Proxy proxy : proxies) {
            proxy.refuse(true);
            proxy.cut();
        }
        talk();
        advance(OPTIONS.grace().plusSeconds(1));
        advance(OPTIONS.grace().plusSeconds(1));
        heal();
    }

    private void forget(int i) throws Exception {
        talk();
        nodes[i].endpoint.forget(1 - i, "a mistake");
        heal();
    }

    private void leave(int i) throws Exception {
        talk();
        heal();
        SimulatedNode left = nodes[i];
        left.endpoint.close();
        former.add(left);
        proxies[i].close();
        start(i);
        dial(i);
        heal();
    }

    /// When both processes lived all the time and no cut was long.
    void checkThatNothingWasLost() {
        for (SimulatedNode node : nodes) {
            assertEquals(Map.of(), node.losses());
        }
    }

    void check() {
        for (int i = 0; i < 2; i++) {
            nodes[i].check();
            nodes[i].checkLossesAgainst(nodes[1 - i]);
            assertEquals(1, nodes[i].endpoint.links().size());
        }
        former.forEach(SimulatedNode::check);
    }

    @Override
    public void close() throws IOException {
        for (SimulatedNode node : nodes) {
            node.endpoint.close(Duration.ZERO);
        }
        for (Proxy proxy : proxies) {
            proxy.close();
        }
    }
}
