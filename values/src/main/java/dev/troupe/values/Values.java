package dev.troupe.values;

/// Any Java object to bytes and back. Thread-safe; keep one for each class loader.
///
/// ```java
/// Values values = Values.with(MyMessage.class.getClassLoader());
/// byte[] bytes = values.encode(new MyMessage("hello", List.of(1, 2, 3)));
/// MyMessage same = (MyMessage) values.decode(bytes);
/// ```
///
/// Text, numbers and primitive arrays are written directly. Everything else goes through Apache Fory, which is
/// loaded with the first such value. Decoding creates objects of any class that the bytes name: only decode bytes
/// of a peer that has proven that it knows the token.
public final class Values {
    private final ClassLoader loader;
    private volatile ObjectValues objects;

    private Values(ClassLoader loader) {
        this.loader = loader;
    }

    /// `loader` finds the classes of decoded values; null means this library's own.
    public static Values with(ClassLoader loader) {
        return new Values(loader == null ? Values.class.getClassLoader() : loader);
    }

    public byte[] encode(Object value) {
        Output out = new Output(SimpleWriter.room(value));
        write(value, out);
        return out.toBytes();
    }

    public Object decode(byte[] bytes) {
        Input in = new Input(bytes);
        Object value = read(in);
        if (in.remaining() > 0) {
            throw new ValueException(in.remaining() + " bytes are left after a value of "
                    + (bytes.length - in.remaining()) + " bytes");
        }
        return value;
    }

    /// Appends a value. If it cannot be written, `out` does not change.
    public void write(Object value, Output out) {
        if (!SimpleWriter.write(value, out)) {
            int start = out.length();
            try {
                objects().write(value, out);
            } catch (ValueException e) {
                out.truncate(start);
                if (!(value instanceof Throwable throwable)) {
                    throw e;
                }
                LostThrowable.write(throwable, out);
            }
        }
    }

    /// Reads the next value.
    public Object read(Input in) {
        byte tag = in.readByte();
        if (tag == Tag.OBJECT) {
            return objects().read(in);
        }
        return tag == Tag.THROWABLE ? LostThrowable.read(in) : SimpleReader.read(tag, in);
    }

    ObjectValues objects() {
        ObjectValues current = objects;
        if (current == null) {
            synchronized (this) {
                current = objects;
                if (current == null) {
                    current = new ObjectValues(loader);
                    objects = current;
                }
            }
        }
        return current;
    }
}
