package dev.troupe.functions;

import dev.troupe.values.Input;
import dev.troupe.values.Values;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Restores functions that [Functions#encode] encoded, with the classes of one job. Thread-safe. Restored functions are cached: a function that
/// captures nothing then costs one lookup in a table.
public final class FunctionReader {
    private final ClassLoader loader;
    private final Values values;
    private final Map<Key, Serializable> plain = new ConcurrentHashMap<>();
    private final Map<String, Known> capturing = new ConcurrentHashMap<>();

    private record Known(LambdaForm form, LambdaForm.Home home) {}

    /// Bytes as a key: two keys are equal if their content is.
    private static final class Key {
        private final byte[] bytes;
        private final int hash;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.hash = Arrays.hashCode(bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(key.bytes, bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /// @param loader finds the classes of the job
    public FunctionReader(ClassLoader loader, Values values) {
        this.loader = loader;
        this.values = values;
    }

    /// Restores the function.
    ///
    /// @throws IllegalArgumentException if its class is not found here, or was compiled from different source code
    public Serializable read(byte[] bytes) {
        if (Functions.isPlain(bytes)) {
            Key key = new Key(bytes);
            Serializable known = plain.get(key);
            return known != null ? known : plain.computeIfAbsent(key, _ -> restore(bytes));
        }
        Input in = new Input(bytes);
        byte kind = in.readByte();
        if (kind == Functions.OBJECT) {
            return (Serializable) values.read(in);
        }
        if (kind != Functions.CAPTURING) {
            throw new IllegalArgumentException("a function of unknown kind " + kind);
        }
        String text = in.readText();
        Known known = capturing.get(text);
        if (known == null) {
            known = capturing.computeIfAbsent(text, this::known);
        }
        return known.form.restore(known.home, Captured.read(values, in));
    }

    private Serializable restore(byte[] bytes) {
        Input in = new Input(bytes);
        in.readByte();
        Known known = known(in.readText());
        return known.form.restore(known.home, new Object[0]);
    }

    private Known known(String text) {
        LambdaForm form = LambdaForm.parse(text);
        return new Known(form, form.home(loader));
    }
}
