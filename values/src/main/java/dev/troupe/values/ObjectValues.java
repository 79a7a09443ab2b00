package dev.troupe.values;

import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Values that need Fory. This class is loaded with the first of them.
final class ObjectValues {
    private final EnginePool engines;

    ObjectValues(ClassLoader loader) {
        JdkAccess.requireSupport();
        this.engines = new EnginePool(loader);
    }

    void write(Object value, Output out) {
        int start = out.claim(5);
        use(false, engine -> {
            out.truncate(start + 5);
            engine.write(value, out);
            if (engine.doubts().any() && out.length() - start <= Proof.LARGEST) {
                prove(value, engine.doubts().classes());
            }
            return null;
        }, (engine, e) -> Refusal.toWrite(value, e, engine::check));
        out.array()[start] = Tag.OBJECT;
        out.putInt(start + 1, out.length() - start - 5);
    }

    private void prove(Object value, Set<Class<?>> doubtful) {
        new Proof(value, doubtful, this::copy).check();
        engines.proven(doubtful);
    }

    /// Writes without reading back.
    private Object copy(Object value) {
        Output out = new Output(64);
        use(false, engine -> {
            out.clear();
            engine.write(value, out);
            return null;
        }, (engine, e) -> Refusal.toWrite(value, e, engine::check));
        return read(out.array(), 0, out.length());
    }

    Object read(Input in) {
        int length = in.readCount(1, "an object");
        int at = in.claim(length, "an object");
        return read(in.array(), at, length);
    }

    private Object read(byte[] bytes, int at, int length) {
        return use(true, engine -> engine.read(bytes, at, length), (_, e) -> Refusal.toRead(length, e));
    }

    private Object use(boolean reading, Function<Engine, Object> action, BiFunction<Engine, Throwable, ValueException> refusal) {
        Engine engine = engines.take();
        boolean sound = false;
        try {
            Object result = action.apply(engine);
            sound = true;
            return result;
        } catch (ValueException e) {
            throw e;
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            if (DeepStack.overflowed(e) && !DeepStack.current()) {
                return DeepStack.call(() -> use(reading, action, refusal), reading);
            }
            if (engine.compiled() && Engine.cannotCompile(e)) {
                engines.interpretFromNowOn();
                return use(reading, action, refusal);
            }
            throw refusal.apply(engine, e);
        } finally {
            // An engine that failed may be in any state: it is not used again.
            if (sound) {
                engines.give(engine);
            }
        }
    }

    /// For tests: does at once what otherwise happens after many values.
    EnginePool engines() {
        return engines;
    }
}
