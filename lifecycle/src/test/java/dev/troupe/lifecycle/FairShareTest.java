package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FairShareTest {
    private static FairShare.Member member(String name, int least, int most, int now, int waiting) {
        return new FairShare.Member(key(name), Priority.NORMAL, least, most, now, waiting);
    }

    private static FairShare.Member high(String name, int least, int most, int now, int waiting) {
        return new FairShare.Member(key(name), Priority.HIGH, least, most, now, waiting);
    }

    private static JobKey key(String name) {
        return new JobKey("default", name);
    }

    @Test
    void thePoorestThatFitsGrows() {
        List<FairShare.Member> members = List.of(member("a", 1, 5, 3, 0), member("b", 1, 5, 2, 0), member("c", 1, 1, 1, 0));
        assertEquals(Optional.of(new FairShare.Change(key("b"), 1)), FairShare.next(members, false, _ -> true));
        assertEquals(Optional.of(new FairShare.Change(key("a"), 1)), FairShare.next(members, false, job -> !job.equals(key("b"))));
        assertEquals(Optional.empty(), FairShare.next(members, false, _ -> false));
    }

    @Test
    void theRichestShrinksWhenSomebodyPoorerWaits() {
        assertEquals(Optional.of(new FairShare.Change(key("a"), -1)),
                FairShare.next(List.of(member("a", 1, 5, 4, 0), member("b", 1, 5, 2, 1)), false, _ -> false));
        assertEquals(Optional.empty(), FairShare.next(List.of(member("a", 1, 5, 2, 0), member("b", 1, 5, 2, 1)), false, _ -> false),
                "not poorer");
        assertEquals(Optional.of(new FairShare.Change(key("a"), -1)), FairShare.next(List.of(member("a", 1, 5, 2, 0)), true, _ -> false));
        assertEquals(Optional.empty(), FairShare.next(List.of(member("a", 1, 5, 1, 0)), true, _ -> false), "never below its least");
    }

    @Test
    void jobsOfHighPriorityAreTheFirstToGrowAndTheLastToShrink() {
        List<FairShare.Member> members = List.of(member("a", 1, 5, 2, 0), high("b", 1, 5, 4, 0));
        assertEquals(Optional.of(new FairShare.Change(key("b"), 1)), FairShare.next(members, false, _ -> true), "though it is richer");
        assertEquals(Optional.of(new FairShare.Change(key("a"), -1)), FairShare.next(members, true, _ -> false), "though it is poorer");
        assertEquals(Optional.of(new FairShare.Change(key("a"), -1)),
                FairShare.next(List.of(member("a", 1, 5, 2, 0), high("b", 1, 5, 4, 1)), false, _ -> false), "the other waits");
        assertEquals(Optional.empty(), FairShare.next(List.of(member("a", 1, 5, 1, 1), high("b", 1, 5, 4, 0)), false, _ -> false),
                "it does not give way to less urgent ones");
        assertEquals(Optional.of(new FairShare.Change(key("b"), -1)),
                FairShare.next(List.of(member("a", 1, 5, 1, 0), high("b", 1, 5, 4, 0)), true, _ -> false), "nobody else can");
    }

    @Test
    void twoEqualJobsEndWithHalfEach() {
        List<FairShare.Member> members = new ArrayList<>(List.of(member("a", 1, 10, 1, 0), member("b", 1, 10, 1, 0)));
        int room = 9;
        for (int i = 0; i < 50; i++) {
            int used = members.stream().mapToInt(FairShare.Member::now).sum();
            FairShare.next(members, false, _ -> used < room)
                    .ifPresent(change -> members.replaceAll(member -> member.job().equals(change.job())
                            ? new FairShare.Member(member.job(), Priority.NORMAL, member.least(), member.most(), member.now() + change.by(),
                                    0)
                            : member));
        }
        assertEquals(List.of(5, 4), members.stream().map(FairShare.Member::now).toList());
    }
}
