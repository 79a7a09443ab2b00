package dev.troupe.examples.cartpole;

import java.util.random.RandomGenerator;

/// Balances with four weights: pushes right where the weighted sum of what it sees is positive.
record Rule(double position, double speed, double angle, double spin) {
    static final Rule NONE = new Rule(0, 0, 0, 0);

    /// Another one nearby.
    Rule nearby(RandomGenerator random) {
        return new Rule(position + random.nextGaussian(), speed + random.nextGaussian(), angle + random.nextGaussian(),
                spin + random.nextGaussian());
    }

    private boolean pushesRight(CartPole.State state) {
        return position * state.position() + speed * state.speed() + angle * state.angle() + spin * state.spin() > 0;
    }

    /// The mean reward of so many episodes.
    double play(int episodes, RandomGenerator random) {
        CartPole pole = new CartPole(random);
        double pushes = 0;
        for (int i = 0; i < episodes; i++) {
            pole.reset();
            while (pole.push(pushesRight(pole.state())) == CartPole.Outcome.GOES_ON) {
                // The environment counts.
            }
            pushes += pole.steps();
        }
        return pushes / episodes;
    }
}
