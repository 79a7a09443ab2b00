package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionCourseTest {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Stopwatch clock = new Stopwatch();

    private SessionCourse at(SessionState state) {
        SessionCourse course = new SessionCourse(GRACE, clock, change -> {});
        SessionChange[] way = switch (state) {
            case NEW -> new SessionChange[]{};
            case OPENING -> new SessionChange[]{SessionChange.CLAIMED};
            case LINKED -> new SessionChange[]{SessionChange.CLAIMED, SessionChange.CARRIED};
            case CUT -> new SessionChange[]{SessionChange.CLAIMED, SessionChange.BROKEN};
            case OVER -> new SessionChange[]{SessionChange.CLOSED};
        };
        for (SessionChange change : way) {
            assertTrue(course.take(change));
        }
        assertEquals(state, course.state());
        return course;
    }

    @ParameterizedTest
    @EnumSource
    void aChangeHappensFromTheStatesOfItsRowAndFromNoOther(SessionChange change) {
        for (SessionState from : SessionState.values()) {
            SessionCourse course = at(from);
            clock.advance(GRACE.plusNanos(1));
            boolean allowed = change.from().contains(from);
            assertEquals(allowed, course.take(change), change + " from " + from);
            assertEquals(allowed ? change.to() : from, course.state(), change + " from " + from);
        }
    }

    @Test
    void whatIsOverStaysOver() {
        assertTrue(Arrays.stream(SessionChange.values()).noneMatch(change -> change.from().contains(SessionState.OVER)));
    }

    @Test
    void everyEndingHasAChangeOfItsOwn() {
        Set<SessionChange> endings = EnumSet.noneOf(SessionChange.class);
        for (Ending ending : Ending.values()) {
            assertEquals(SessionState.OVER, SessionChange.of(ending).to());
            assertTrue(endings.add(SessionChange.of(ending)));
        }
        assertEquals(endings.size(), Arrays.stream(SessionChange.values()).filter(change -> change.to() == SessionState.OVER).count());
    }

    @Test
    void everyCutHasTheWholeGrace() {
        SessionCourse course = at(SessionState.CUT);
        clock.advance(GRACE);
        assertFalse(course.take(SessionChange.GRACE_PASSED));
        assertTrue(course.take(SessionChange.CLAIMED));
        assertTrue(course.take(SessionChange.CARRIED));
        assertTrue(course.take(SessionChange.BROKEN));
        clock.advance(GRACE);
        assertFalse(course.take(SessionChange.GRACE_PASSED));
        clock.advance(Duration.ofNanos(1));
        assertTrue(course.take(SessionChange.GRACE_PASSED));
    }
}
