package dev.troupe.functions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;

/// Reads lambdas of modules that are not open to this one, through the JDK's own serialization, which may access them. Slower.
public final class ClosedModule {
    private ClosedModule() {}

    public static SerializedLambda takeApart(Serializable function) {
        try (Interception out = new Interception()) {
            out.writeObject(function);
            return out.found;
        } catch (IOException e) {
            throw new IllegalArgumentException("the function " + function + " cannot be serialized: open the package "
                    + function.getClass().getPackageName() + " of its module", e);
        }
    }

    public static Object putTogether(SerializedLambda lambda, ClassLoader loader) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(lambda);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
                return Class.forName(type.getName(), false, loader);
            }
        }) {
            return in.readObject();
        }
    }

    /// Keeps the first lambda that is written and writes nothing of it.
    private static final class Interception extends ObjectOutputStream {
        private SerializedLambda found;

        Interception() throws IOException {
            super(OutputStream.nullOutputStream());
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (found == null && object instanceof SerializedLambda lambda) {
                found = lambda;
                return null;
            }
            return object;
        }
    }
}
