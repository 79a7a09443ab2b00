package dev.troupe.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFunc0;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFuncVoid2;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvokerTest {
    record Counter(int start) {
        void reset(List<String> log) {
            log.add("reset");
        }
    }

    @Test
    void argumentsFollowTheActor() throws Exception {
        List<String> log = new ArrayList<>();
        RayFunc reset = (RayFuncVoid2<Counter, List<String>>) Counter::reset;
        assertEquals(null, Invoker.callOn(new Counter(1), reset, new Object[]{log}));
        assertEquals(List.of("reset"), log);
    }

    @Test
    void tooFewArgumentsAreCounted() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> Invoker.call((RayFunc1<Integer, Counter>) Counter::new, new Object[0]));
        assertEquals(InvokerTest.class.getName() + "$Counter.<init> takes 1 argument, 0 were given;"
                + " a lambda can supply the others: () -> new Thing(1, 2)", e.getMessage());
    }

    @Test
    void exceptionsOfTheFunctionComeAsTheyAre() {
        Exception thrown = new Exception("mine");
        RayFunc0<Integer> function = () -> {
            throw thrown;
        };
        assertSame(thrown, assertThrows(Exception.class, () -> Invoker.call(function, new Object[0])));
    }
}
