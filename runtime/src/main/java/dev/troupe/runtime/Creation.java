package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.ArrayList;
import java.util.List;

/// How an actor is made and how it takes calls: the part of it that the head hands on unread.
///
/// @param owners,numbers of the references among the constructor's arguments
record Creation(String name, Code code, byte[] arguments, int[] owners, long[] numbers, int maxConcurrency, List<Group> groups) {

    /// A concurrency group: its methods by their signatures.
    record Group(String name, int maxConcurrency, List<String> methods) {}

    /// The group a method belongs to; empty for the default one.
    String groupOf(Code called, Engine engine) {
        if (!groups.isEmpty()) {
            String signature = Functions.of(called.function(engine.loader(), engine.codec().values())).signature();
            for (Group group : groups) {
                if (group.methods.contains(signature)) {
                    return group.name;
                }
            }
        }
        return "";
    }

    byte[] encode() {
        Output out = new Output(256);
        out.writeText(name);
        bytes(out, code.bytes());
        bytes(out, arguments);
        out.writeInt(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            out.writeInt(owners[i]);
            out.writeLong(numbers[i]);
        }
        out.writeInt(maxConcurrency);
        out.writeInt(groups.size());
        for (Group group : groups) {
            out.writeText(group.name);
            out.writeInt(group.maxConcurrency);
            out.writeInt(group.methods.size());
            group.methods.forEach(out::writeText);
        }
        return out.toBytes();
    }

    private static void bytes(Output out, byte[] bytes) {
        out.writeInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    static Creation decode(byte[] bytes) {
        Input in = new Input(bytes);
        String name = in.readText();
        byte[] code = in.readBytes(in.readInt());
        byte[] arguments = in.readBytes(in.readInt());
        int[] owners = new int[in.readInt()];
        long[] numbers = new long[owners.length];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = in.readInt();
            numbers[i] = in.readLong();
        }
        int maxConcurrency = in.readInt();
        List<Group> groups = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            groups.add(new Group(in.readText(), in.readInt(), texts(in)));
        }
        return new Creation(name, new Code(name, code), arguments, owners, numbers, maxConcurrency, groups);
    }

    private static List<String> texts(Input in) {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(in.readText());
        }
        return texts;
    }
}
