package dev.troupe.values;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;

/// Objects that write themselves (`Externalizable`). Fory's own serializer fails if an object contains another one of its class, and its numbers do not have
/// the width that `DataOutput` specifies, on which classes rely that write numbers and read bytes.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfExternal extends Serializer<Externalizable> {
    private final ObjectInstantiator<Externalizable> make;
    private final Doubts doubts;
    private boolean doubtful;

    OfExternal(ClassResolver resolver, Class type, Doubts doubts) {
        super(resolver.getConfig(), type);
        this.doubts = doubts;
        this.doubtful = Doubts.isDoubtful(type);
        this.make = resolver.getSharedRegistry().getObjectInstantiator(type);
    }

    @Override
    public void write(WriteContext out, Externalizable value) {
        doubtful = doubtful && doubts.wrote(type);
        try {
            value.writeExternal(new Writer(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Externalizable read(ReadContext in) {
        Externalizable value = make.newInstance();
        in.reference(value);
        try {
            value.readExternal(new Reader(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return value;
    }

    private static final class Writer extends DataOutputStream implements ObjectOutput {
        private final WriteContext context;

        Writer(WriteContext context) {
            super(new OutputStream() {
                private final MemoryBuffer buffer = context.getBuffer();

                @Override
                public void write(int one) {
                    buffer.writeByte((byte) one);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    buffer.writeBytes(bytes, offset, length);
                }
            });
            this.context = context;
        }

        @Override
        public void writeObject(Object value) {
            context.writeRef(value);
        }
    }

    private static final class Reader extends DataInputStream implements ObjectInput {
        private final ReadContext context;

        Reader(ReadContext context) {
            super(new InputStream() {
                private final MemoryBuffer buffer = context.getBuffer();

                @Override
                public int read() {
                    return buffer.remaining() == 0 ? -1 : buffer.readByte() & 0xff;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) {
                    int count = Math.min(length, buffer.remaining());
                    buffer.readBytes(bytes, offset, count);
                    return count == 0 && length > 0 ? -1 : count;
                }

                @Override
                public int available() {
                    return buffer.remaining();
                }
            });
            this.context = context;
        }

        @Override
        public Object readObject() {
            return context.readRef();
        }
    }
}
