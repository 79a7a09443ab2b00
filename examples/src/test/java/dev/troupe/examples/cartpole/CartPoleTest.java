package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CartPoleTest {
    private static final CartPole.State UPRIGHT = new CartPole.State(0, 0, 0, 0);

    private static void assertNear(CartPole.State expected, CartPole.State actual) {
        assertEquals(expected.position(), actual.position(), 1e-6);
        assertEquals(expected.speed(), actual.speed(), 1e-6);
        assertEquals(expected.angle(), actual.angle(), 1e-6);
        assertEquals(expected.spin(), actual.spin(), 1e-6);
    }

    @Test
    void onePushRightFromRest() {
        assertNear(new CartPole.State(0, 0.195122, 0, -0.292683), UPRIGHT.pushed(true));
    }

    /// The second step by hand: position and angle move with the speeds of the first, and since the pole is still upright the
    /// speeds change as in the first: drive 10/1.1, spin-up -drive/(0.5(4/3 - 0.1/1.1)) = -600/41, speed-up drive + 0.05(600/41)/1.1 = 400/41.
    @Test
    void aSecondPushRightGoesOnFromThere() {
        assertNear(new CartPole.State(0.02 * 8 / 41, 16.0 / 41, -0.02 * 12 / 41, -24.0 / 41), UPRIGHT.pushed(true).pushed(true));
    }

    @Test
    void aPushLeftIsTheMirrorImageOfAPushRight() {
        CartPole.State right = new CartPole.State(0.3, -0.4, 0.1, 0.7).pushed(true);
        CartPole.State left = new CartPole.State(-0.3, 0.4, -0.1, -0.7).pushed(false);
        assertNear(right, new CartPole.State(-left.position(), -left.speed(), -left.angle(), -left.spin()));
    }

    /// By hand: sin 0.1 = 0.0998334166, cos 0.1 = 0.9950041653; drive (-10 + 0.05·0.25·0.0998334)/1.1 = -9.0897746;
    /// spin-up (0.9783675 + 9.0443636)/(0.5(1.3333333 - 0.0900030)) = 16.1223971; speed-up -9.0897746 - 0.05·16.1223971·0.9950042/1.1.
    @Test
    void aPushLeftWithALeaningPole() {
        double speedUp = -9.0897746 - 0.05 * 16.1223971 * 0.9950042 / 1.1;
        assertNear(new CartPole.State(1 + 0.02 * 0.2, 0.2 + 0.02 * speedUp, 0.1 + 0.02 * 0.5, 0.5 + 0.02 * 16.1223971),
                new CartPole.State(1, 0.2, 0.1, 0.5).pushed(false));
    }

    @Test
    void twelveDegreesAndTwoPointFourMetresAreTheBounds() {
        double limit = Math.toRadians(12);
        assertFalse(new CartPole.State(2.4, 0, limit, 0).outOfBounds());
        assertTrue(new CartPole.State(2.4001, 0, 0, 0).outOfBounds());
        assertTrue(new CartPole.State(-2.4001, 0, 0, 0).outOfBounds());
        assertTrue(new CartPole.State(0, 0, limit + 1e-9, 0).outOfBounds());
        assertTrue(new CartPole.State(0, 0, -limit - 1e-9, 0).outOfBounds());
    }

    @Test
    void pushedInOneDirectionThePoleFallsAfterNineOrTenPushes() {
        CartPole environment = new CartPole(new SplittableRandom(1));
        for (int episode = 0; episode < 100; episode++) {
            environment.reset();
            CartPole.Outcome outcome;
            do {
                outcome = environment.push(true);
            } while (outcome == CartPole.Outcome.GOES_ON);
            assertEquals(CartPole.Outcome.FALLEN, outcome);
            assertTrue(environment.steps() >= 8 && environment.steps() <= 11, environment.steps() + " pushes");
        }
    }

    /// A rule known to balance: push to where the pole leans and moves, and a little to where the cart should go.
    @Test
    void timeIsUpAfterFiveHundredPushes() {
        CartPole environment = new CartPole(new SplittableRandom(2));
        CartPole.Outcome outcome;
        do {
            CartPole.State now = environment.state();
            outcome = environment.push(now.angle() + 0.3 * now.spin() + 0.05 * now.position() + 0.1 * now.speed() > 0);
        } while (outcome == CartPole.Outcome.GOES_ON);
        assertEquals(CartPole.Outcome.TIME_IS_UP, outcome);
        assertEquals(500, environment.steps());
    }

    @Test
    void anEpisodeBeginsNearlyUprightAndNearlyAtRest() {
        CartPole environment = new CartPole(new SplittableRandom(3));
        for (int i = 0; i < 1000; i++) {
            environment.reset();
            CartPole.State state = environment.state();
            for (double value : new double[]{state.position(), state.speed(), state.angle(), state.spin()}) {
                assertTrue(Math.abs(value) <= 0.05);
            }
        }
    }
}
