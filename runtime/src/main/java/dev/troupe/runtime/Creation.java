package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;

/// How an actor is made and how it takes calls: the part of it that the head hands on unread.
///
/// @param owners,numbers of the references among the constructor's arguments
record Creation(ActorTerms terms, Code code, byte[] arguments, int[] owners, long[] numbers, int maxConcurrency, ConcurrencyGroups groups) {

    byte[] encode() {
        Output out = new Output(256);
        out.writeText(terms.className());
        out.writeInt(terms.maxTaskRetries());
        out.writeInt(terms.maxPendingCalls());
        out.writeText(code.name());
        out.writeText(code.signature());
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
        ActorTerms terms = terms(in);
        Code code = new Code(in.readText(), in.readText(), in.readBytes(in.readInt()));
        byte[] arguments = in.readBytes(in.readInt());
        int[] owners = new int[in.readInt()];
        long[] numbers = new long[owners.length];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = in.readInt();
            numbers[i] = in.readLong();
        }
        return new Creation(terms, code, arguments, owners, numbers, in.readInt(), ConcurrencyGroups.read(in));
    }

    /// Only what callers have to know.
    static ActorTerms terms(byte[] bytes) {
        return terms(new Input(bytes));
    }

    private static ActorTerms terms(Input in) {
        return new ActorTerms(in.readText(), in.readInt(), in.readInt());
    }
}
