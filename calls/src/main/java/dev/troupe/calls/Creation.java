package dev.troupe.calls;

import dev.troupe.functions.Code;
import dev.troupe.messages.ActorTerms;
import dev.troupe.values.Input;
import dev.troupe.values.Output;

/// How an actor is constructed and how it accepts calls: the part of its spec that the head passes on unread.
///
/// @param owners,numbers of the references among the constructor's arguments
public record Creation(ActorTerms terms, Code code, byte[] arguments, int[] owners, long[] numbers, int maxConcurrency,
        ConcurrencyGroups groups) {

    public byte[] encode() {
        Output out = new Output(256);
        terms.write(out);
        out.writeText(code.name());
        out.writeText(code.signature());
        out.writeArray(code.bytes());
        out.writeArray(arguments);
        out.writeInt(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            out.writeInt(owners[i]);
            out.writeLong(numbers[i]);
        }
        out.writeInt(maxConcurrency);
        groups.write(out);
        return out.toBytes();
    }

    public static Creation decode(byte[] bytes) {
        Input in = new Input(bytes);
        ActorTerms terms = ActorTerms.read(in);
        Code code = new Code(in.readText(), in.readText(), in.readArray());
        byte[] arguments = in.readArray();
        int[] owners = new int[in.readInt()];
        long[] numbers = new long[owners.length];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = in.readInt();
            numbers[i] = in.readLong();
        }
        return new Creation(terms, code, arguments, owners, numbers, in.readInt(), ConcurrencyGroups.read(in));
    }

    /// Only what callers must know.
    public static ActorTerms terms(byte[] bytes) {
        return ActorTerms.read(new Input(bytes));
    }
}
