package dev.troupe.functions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFunc0;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFunc2;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class FunctionsTest {
    private static final String HERE = FunctionsTest.class.getName();

    private final Values values = Values.with(FunctionsTest.class.getClassLoader());
    private final FunctionReader reader = new FunctionReader(FunctionsTest.class.getClassLoader(), values);

    interface Named {
        String name();

        default String greeting() {
            return "hello " + name();
        }

        static String shout(String text) {
            return text + "!";
        }
    }

    static class Base {
        int add(int number) {
            return number + 1;
        }
    }

    static class Counter extends Base implements Named {
        private final int start;

        Counter(int start) {
            this.start = start;
        }

        private int secret() {
            return start * 2;
        }

        int start() {
            return start;
        }

        @Override
        public String name() {
            return "counter " + start;
        }
    }

    private static int twice(int number) {
        return number * 2;
    }

    static RayFunc0<Object> whoLoadedMe() {
        return () -> Counter.class.getClassLoader();
    }

    private static RayFunc0<String> anonymous(String text) {
        return new RayFunc0<>() {
            private static final long serialVersionUID = 1;

            @Override
            public String apply() {
                return text;
            }
        };
    }

    @SuppressWarnings("unchecked") // what is read is a function of the same type
    private <F extends RayFunc> F again(F function) {
        return (F) reader.read(Functions.encode(function, values));
    }

    static final class Holder {
        final int id = 9;

        RayFunc0<String> withThis() {
            return () -> "id " + id + " " + "other".equals(getClass().getClassLoader().getName());
        }
    }

    @Test
    void aMethodReferenceIsNamedByItsDeclaringClass() {
        assertEquals(HERE + ".twice", Functions.of((RayFunc1<Integer, Integer>) FunctionsTest::twice).name());
        FunctionFacts inherited = Functions.of((RayFunc2<Counter, Integer, Integer>) Counter::add);
        assertEquals(HERE + "$Base.add", inherited.name());
        assertEquals(Base.class, ((Method) inherited.declared().orElseThrow()).getDeclaringClass());
        FunctionFacts ofInterface = Functions.of((RayFunc1<Counter, String>) Counter::greeting);
        assertEquals(HERE + "$Named.greeting", ofInterface.name());
        FunctionFacts constructor = Functions.of((RayFunc1<Integer, Counter>) Counter::new);
        assertEquals(HERE + "$Counter.<init>", constructor.name());
        assertTrue(constructor.declared().orElseThrow() instanceof Constructor<?>);
        assertEquals(Counter.class, constructor.resultType());
        assertEquals(1, constructor.arity());
    }

    @Test
    void aLambdaIsNamedByTheMethodItStandsIn() {
        FunctionFacts lambda = Functions.of((RayFunc0<Integer>) () -> 5);
        assertEquals(HERE + ".aLambdaIsNamedByTheMethodItStandsIn.lambda", lambda.name());
        assertFalse(lambda.isMethodReference());
        assertFalse(lambda.captures());
    }

    @Test
    void whatCapturesIsKnown() {
        int local = 7;
        Counter counter = new Counter(1);
        assertTrue(Functions.of((RayFunc0<Integer>) () -> local).captures());
        assertTrue(Functions.of((RayFunc0<Integer>) counter::start).captures());
        assertFalse(Functions.of((RayFunc1<Counter, Integer>) Counter::start).captures());
    }

    @Test
    void aMethodAndWhatOverridesItHaveOneSignature() {
        assertEquals(Functions.of((RayFunc1<Named, String>) Named::name).signature(),
                Functions.of((RayFunc1<Counter, String>) Counter::name).signature());
        assertEquals("add(I)", Functions.of((RayFunc2<Counter, Integer, Integer>) Counter::add).signature());
        assertEquals(HERE + ".twice(I)", Functions.of((RayFunc1<Integer, Integer>) FunctionsTest::twice).signature());
    }

    @Test
    void allKindsComeBackAndWork() throws Exception {
        assertEquals(8, again((RayFunc1<Integer, Integer>) FunctionsTest::twice).apply(4));
        assertEquals(6, again((RayFunc1<Counter, Integer>) Counter::secret).apply(new Counter(3)));
        assertEquals("hello counter 3",
                again((RayFunc1<Counter, String>) Counter::greeting).apply(new Counter(3)));
        assertEquals("a!", again((RayFunc1<String, String>) Named::shout).apply("a"));
        assertEquals(5, again((RayFunc1<Integer, Counter>) Counter::new).apply(5).start);
        assertEquals(9, again((RayFunc2<Integer, Integer, Integer>) (a, b) -> a + b).apply(4, 5));
        Counter bound = new Counter(4);
        assertEquals(4, again((RayFunc0<Integer>) bound::start).apply());
        List<String> captured = List.of("x", "y");
        assertEquals("[x, y]", again((RayFunc0<String>) () -> captured.toString()).apply());
        assertEquals("hi", again(anonymous("hi")).apply());
        assertEquals("id 9 false", again(new Holder().withThis()).apply());
    }

    @Test
    void anAnonymousClassIsDescribedByItsMethod() {
        FunctionFacts function = Functions.of(new RayFunc1<Integer, String>() {
            private static final long serialVersionUID = 1;

            @Override
            public String apply(Integer number) {
                return "" + number;
            }
        });
        assertEquals(String.class, function.resultType());
        assertEquals(1, function.arity());
        assertTrue(function.captures());
        assertTrue(function.name().matches(".*FunctionsTest\\$\\d+\\.apply"), function.name());
    }

    @Test
    void classesOfTheLoaderAreUsed() throws Exception {
        ClassLoader other = new OtherLoader(FunctionsTest.class);
        FunctionReader there = new FunctionReader(other, Values.with(other));
        RayFunc0<?> plain = (RayFunc0<?>) there.read(Functions.encode(whoLoadedMe(), values));
        assertSame(other, plain.apply());
        RayFunc0<?> capturing = (RayFunc0<?>) there.read(Functions.encode(new Holder().withThis(), values));
        assertEquals("id 9 true", capturing.apply());
        Counter counter = new Counter(4);
        RayFunc0<?> bound = (RayFunc0<?>) there.read(Functions.encode((RayFunc0<Integer>) counter::secret, values));
        assertEquals(8, bound.apply());
    }

    @Test
    void aLambdaInsideAValueTravelsToAnotherLoader() throws Exception {
        ClassLoader other = new OtherLoader(FunctionsTest.class);
        Object sent = new ArrayList<>(List.of(new Holder().withThis(), new Holder()));
        List<?> got = (List<?>) Values.with(other).decode(values.encode(sent));
        assertEquals("id 9 true", ((RayFunc0<?>) got.getFirst()).apply());
        assertSame(other, got.getLast().getClass().getClassLoader());
    }

    @Test
    void plainOnesAreWrittenOnce() {
        RayFunc function = (RayFunc1<Integer, Integer>) FunctionsTest::twice;
        assertSame(Functions.encode(function, values), Functions.encode(function, values));
        assertSame(Functions.of(function), Functions.of(function));
        assertTrue(Functions.isPlain(Functions.encode(function, values)));
        assertSame(again(function), again(function));
    }

    @Test
    void whatIsSharedAmongCapturedValuesStaysShared() throws Exception {
        List<Integer> one = new ArrayList<>();
        List<Integer> same = one;
        String text = "t";
        RayFunc0<Boolean> function = () -> {
            one.add(text.length());
            return same.size() == 1;
        };
        assertEquals(true, again(function).apply());
        assertEquals(List.of(), one);
    }

    @Test
    void capturedValuesAreThoseOfTheObject() throws Exception {
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            RayFunc0<Integer> function = again((RayFunc0<Integer>) () -> number);
            calls.add(function::apply);
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(i, calls.get(i).call());
        }
    }

    @Test
    void whatCannotBeCapturedIsNamed() {
        Thread thread = Thread.currentThread();
        ValueException e = assertThrows(ValueException.class,
                () -> Functions.encode((RayFunc0<String>) () -> thread.getName(), values));
        assertTrue(e.getMessage().contains("java.lang.Thread"), e.getMessage());
    }

    @Test
    void aClassThatIsNotThereIsNamed() {
        byte[] bytes = Functions.encode((RayFunc1<Integer, Integer>) FunctionsTest::twice, values);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> new FunctionReader(ClassLoader.getPlatformClassLoader(), values).read(bytes));
        assertTrue(
                e.getMessage()
                        .startsWith("class " + HERE + ", which defines the function " + HERE + ".twice, was not found"),
                e.getMessage());
    }

    @Test
    void anotherBuildOfTheClassIsNoticed() {
        byte[] bytes = Functions.encode((RayFunc1<Integer, Integer>) FunctionsTest::twice, values);
        String text = new String(bytes, ISO_8859_1).replace("twice", "trice");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> reader.read(text.getBytes(ISO_8859_1)));
        assertTrue(e.getMessage().contains("has no function " + HERE + ".trice like the one that was sent"), e.getMessage());
    }

    @Test
    void aClosedModuleIsNoObstacle() throws Exception {
        RayFunc1<Integer, Integer> function = FunctionsTest::twice;
        var lambda = ClosedModule.takeApart(function);
        assertEquals("twice", lambda.getImplMethodName());
        @SuppressWarnings("unchecked") // the same lambda
        var again = (RayFunc1<Integer, Integer>) ClosedModule.putTogether(lambda, getClass().getClassLoader());
        assertEquals(4, again.apply(2));
        assertNotSame(function, again);
    }
}
