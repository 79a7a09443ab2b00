package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;

/// How an actor is made and how it takes calls: the part of it that the head hands on unread.
///
/// @param owners,numbers of the references among the constructor's arguments
record Creation(Code code, byte[] arguments, int[] owners, long[] numbers, int maxConcurrency, ConcurrencyGroups groups) {

    byte[] encode() {
        Output out = new Output(256);
        out.writeText(code.name());
        bytes(out, code.bytes());
        bytes(out, arguments);
        out.writeInt(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            out.writeInt(owners[i]);
            out.writeLong(numbers[i]);
        }
        out.writeInt(maxConcurrency);
        groups.write(out);
        return out.toBytes();
    }

    private static void bytes(Output out, byte[] bytes) {
        out.writeInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    static Creation decode(byte[] bytes) {
        Input in = new Input(bytes);
        Code code = new Code(in.readText(), in.readBytes(in.readInt()));
        byte[] arguments = in.readBytes(in.readInt());
        int[] owners = new int[in.readInt()];
        long[] numbers = new long[owners.length];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = in.readInt();
            numbers[i] = in.readLong();
        }
        return new Creation(code, arguments, owners, numbers, in.readInt(), ConcurrencyGroups.read(in));
    }
}
