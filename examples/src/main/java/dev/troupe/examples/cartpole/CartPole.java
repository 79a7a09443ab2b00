package dev.troupe.examples.cartpole;

import java.util.random.RandomGenerator;

/// A pole on a cart that is pushed left or right, as Barto, Sutton and Anderson described it in 1983: stay upright, and on the track.
/// An episode ends when the pole or the cart is out of bounds, or after 500 pushes.
final class CartPole {
    static final int MAX_STEPS = 500;

    private static final double GRAVITY = 9.8;
    private static final double CART_MASS = 1.0;
    private static final double POLE_MASS = 0.1;
    private static final double TOTAL_MASS = CART_MASS + POLE_MASS;
    /// Half the length of the pole, in metres.
    private static final double HALF_LENGTH = 0.5;
    private static final double FORCE = 10.0;
    private static final double SECONDS = 0.02;
    private static final double MAX_POSITION = 2.4;
    private static final double MAX_ANGLE = Math.toRadians(12);

    /// Where cart and pole are, and how fast.
    record State(double position, double speed, double angle, double spin) {
        /// The state 20 ms after a push, by Euler's method.
        State pushed(boolean right) {
            double sin = Math.sin(angle);
            double cos = Math.cos(angle);
            double drive = ((right ? FORCE : -FORCE) + POLE_MASS * HALF_LENGTH * spin * spin * sin) / TOTAL_MASS;
            double spinUp = (GRAVITY * sin - cos * drive) / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * cos * cos / TOTAL_MASS));
            double speedUp = drive - POLE_MASS * HALF_LENGTH * spinUp * cos / TOTAL_MASS;
            return new State(position + SECONDS * speed, speed + SECONDS * speedUp, angle + SECONDS * spin, spin + SECONDS * spinUp);
        }

        boolean outOfBounds() {
            return Math.abs(position) > MAX_POSITION || Math.abs(angle) > MAX_ANGLE;
        }

        /// For a network: each number about as large as one.
        void write(double[] into, int at) {
            into[at] = position / MAX_POSITION;
            into[at + 1] = speed / 2;
            into[at + 2] = angle / MAX_ANGLE;
            into[at + 3] = spin / 2;
        }
    }

    /// How an episode stands after a push.
    enum Outcome {
        GOES_ON, FALLEN, TIME_IS_UP
    }

    private final RandomGenerator random;
    private State state;
    private int steps;

    CartPole(RandomGenerator random) {
        this.random = random;
        reset();
    }

    /// Begins another episode: nearly upright, nearly at rest.
    void reset() {
        state = new State(small(), small(), small(), small());
        steps = 0;
    }

    private double small() {
        return random.nextDouble(-0.05, 0.05);
    }

    State state() {
        return state;
    }

    /// Pushes in this episode.
    int steps() {
        return steps;
    }

    Outcome push(boolean right) {
        state = state.pushed(right);
        steps++;
        if (state.outOfBounds()) {
            return Outcome.FALLEN;
        }
        return steps >= MAX_STEPS ? Outcome.TIME_IS_UP : Outcome.GOES_ON;
    }
}
