package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final Recipe HALF = new Recipe(1, 3, 0.5, 0.5, 0.2, 0, 1e-3, 1, 1, 1, 1);

    private static Rollout judged(CartPole.Outcome second) {
        Judge judge = new Judge(HALF);
        judge.saw(0.4, CartPole.Outcome.GOES_ON, 0.6);
        judge.saw(0.6, second, 0.8);
        judge.saw(0.2, CartPole.Outcome.GOES_ON, 0.1);
        Rollout rollout = Rollout.empty(0, 4);
        judge.write(rollout, 1);
        return rollout;
    }

    /// Surprises are reward 0.5 + 0.5·after − before: 0.4, 0.3, 0.35; each advantage adds a quarter of the next.
    @Test
    void anAdvantageLooksAhead() {
        Rollout rollout = judged(CartPole.Outcome.GOES_ON);
        assertArrayEquals(new double[]{0, 0.4 + 0.25 * 0.3875, 0.3 + 0.25 * 0.35, 0.35}, rollout.advantages(), 1e-12);
        assertArrayEquals(new double[]{0, 0.4 + 0.4 + 0.25 * 0.3875, 0.6 + 0.3875, 0.55}, rollout.returns(), 1e-12);
    }

    @Test
    void afterAFallThereIsNothingToExpect() {
        assertArrayEquals(new double[]{0, 0.4 + 0.25 * -0.1, -0.1, 0.35}, judged(CartPole.Outcome.FALLEN).advantages(), 1e-12);
    }

    @Test
    void whenOnlyTheTimeIsUpThePoleWouldHaveStoodOn() {
        assertArrayEquals(new double[]{0, 0.4 + 0.25 * 0.3, 0.3, 0.35}, judged(CartPole.Outcome.TIME_IS_UP).advantages(), 1e-12);
    }
}
