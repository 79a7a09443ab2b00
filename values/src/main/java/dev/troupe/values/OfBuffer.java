package dev.troupe.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;

/// The remaining bytes of a buffer, in a buffer of the same kind: heap or direct, read-only or not, with the same byte order. Fory's own
/// serializer rejects read-only buffers and makes all of them heap buffers.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfBuffer extends Serializer<ByteBuffer> {
    private static final int READ_ONLY = 1;
    private static final int DIRECT = 2;
    private static final int LITTLE_ENDIAN = 4;

    OfBuffer(TypeResolver resolver, Class type) {
        super(resolver.getConfig(), type);
    }

    @Override
    public void write(WriteContext out, ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        MemoryBuffer buffer = out.getBuffer();
        buffer.writeByte((byte) ((value.isReadOnly() ? READ_ONLY : 0) | (value.isDirect() ? DIRECT : 0)
                | (value.order() == ByteOrder.LITTLE_ENDIAN ? LITTLE_ENDIAN : 0)));
        buffer.writeInt32(bytes.length);
        buffer.writeBytes(bytes);
    }

    @Override
    public ByteBuffer read(ReadContext in) {
        Copies.settleReference(in);
        MemoryBuffer buffer = in.getBuffer();
        byte kind = buffer.readByte();
        int length = buffer.readInt32();
        if (length < 0 || length > buffer.remaining()) {
            throw new ValueException("a buffer of " + length + " bytes is announced, but only " + buffer.remaining() + " bytes follow");
        }
        byte[] bytes = new byte[length];
        buffer.readBytes(bytes);
        ByteBuffer value = (kind & DIRECT) == 0 ? ByteBuffer.wrap(bytes) : ByteBuffer.allocateDirect(length).put(bytes).flip();
        ByteOrder order = (kind & LITTLE_ENDIAN) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return ((kind & READ_ONLY) == 0 ? value : value.asReadOnlyBuffer()).order(order);
    }
}
