package dev.troupe.messages;

import dev.troupe.functions.Code;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.Values;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SortedMap;

/// Encodes and decodes the messages between two processes. Each side remembers the functions that it has sent or received, so each is sent once.
///
/// There is one for each link and direction of use: the peer that owns it guards writing, and the link's single reader thread reads.
public final class MessageCodec {
    private static final byte RUN = 1;
    private static final byte SLOTS = 2;
    private static final byte ASK = 3;
    private static final byte DONE = 4;
    private static final byte KEPT = 5;
    private static final byte IDLE = 6;
    private static final byte CANCEL = 7;
    private static final byte FETCH = 8;
    private static final byte FETCHED = 9;
    private static final byte BORROW = 10;
    private static final byte BORROWED = 11;
    private static final byte RELEASE = 12;
    private static final byte GONE = 13;
    private static final byte TO_HEAD = 14;
    private static final byte FROM_HEAD = 15;
    private static final byte QUESTION = 16;
    private static final byte ANSWER = 17;
    private static final byte STORED = 18;
    private static final byte UNREACHABLE = 19;
    private static final byte COLLECT = 20;
    private static final byte RENOUNCED = 21;
    private static final byte MEASURE = 22;
    private static final byte MEASURED = 23;
    private static final byte LISTENS = 24;
    private static final byte RELAYED = 25;
    private static final byte DELIVER = 26;
    private static final byte DELIVER_TO_ALL = 27;
    private static final byte ORDER = 28;
    private static final byte BEAT = 29;
    private static final byte BEATEN = 30;
    private static final byte MEET = 31;
    private static final byte STORED_ELSEWHERE = 32;
    private static final byte RENOUNCED_ELSEWHERE = 33;
    private static final byte LEFT = 34;
    private static final byte LEAVE = 35;

    private static final int NEW = -1;
    private static final int ONCE = -2;

    private final Values values;
    private final OutcomeCodec outcomes;
    private final IdentityHashMap<Code, Integer> sent = new IdentityHashMap<>();
    private final List<Code> received = new ArrayList<>();
    private Code justSent;

    public MessageCodec(Values values, OutcomeCodec outcomes) {
        this.values = values;
        this.outcomes = outcomes;
    }

    /// The last message was not sent, so the other side does not know its functions.
    void undo() {
        if (justSent != null) {
            sent.remove(justSent);
        }
    }

    public void write(Message message, Output out) {
        justSent = null;
        switch (message) {
            case Message.Run run -> {
                out.writeByte(RUN);
                out.writeLong(run.number());
                out.writeInt(run.lane());
                out.writeInt(run.slots());
                out.writeByte(run.urgent() ? 1 : 0);
                call(run.name(), run.code(), run.arguments(), run.refs(), out);
            }
            case Message.Ask ask -> {
                out.writeByte(ASK);
                out.writeLong(ask.number());
                out.writeInt(ask.actor().job().number());
                out.writeLong(ask.actor().number());
                out.writeInt(ask.incarnation());
                out.writeText(ask.group());
                call(ask.name(), ask.code(), ask.arguments(), ask.refs(), out);
            }
            case Message.Done(long number, Outcome outcome, long nanos) -> {
                out.writeByte(DONE);
                out.writeLong(number);
                outcomes.write(outcome, true, out);
                out.writeLong(nanos);
            }
            case Message.Slots(int lane, int slots) -> {
                out.writeByte(SLOTS);
                out.writeInt(lane);
                out.writeInt(slots);
            }
            case Message.Idle(int lane, boolean waits) -> {
                out.writeByte(IDLE);
                out.writeInt(lane);
                out.writeByte(waits ? 1 : 0);
            }
            case Message.Fetched(long number, Outcome outcome) -> {
                out.writeByte(FETCHED);
                out.writeLong(number);
                outcomes.write(outcome, false, out);
            }
            case Message.Borrow(long request, long[] numbers) -> {
                out.writeByte(BORROW);
                out.writeLong(request);
                longs(numbers, out);
            }
            case Message.Gone(int process, int node, String why, long[] ran) -> {
                out.writeByte(GONE);
                out.writeInt(process);
                out.writeInt(node);
                out.writeText(why);
                longs(ran, out);
            }
            case Message.Unreachable(int process, String why) -> {
                out.writeByte(UNREACHABLE);
                out.writeInt(process);
                out.writeText(why);
            }
            case Message.Renounced(int process, int node) -> {
                out.writeByte(RENOUNCED);
                out.writeInt(process);
                out.writeInt(node);
            }
            case Message.Stored(long id, Message.Stored.What what, int owner) -> {
                out.writeByte(STORED);
                out.writeLong(id);
                out.writeText(what.name());
                out.writeInt(owner);
            }
            case Message.Fetch(long number, long lost) -> {
                out.writeByte(FETCH);
                out.writeLong(number);
                out.writeLong(lost);
            }
            case Message.Collect() -> out.writeByte(COLLECT);
            case Message.Kept(long number) -> number(KEPT, number, out);
            case Message.Cancel(long number) -> number(CANCEL, number, out);
            case Message.Borrowed(long request) -> number(BORROWED, request, out);
            case Message.Release(long number) -> number(RELEASE, number, out);
            case Message.Measure(long request) -> number(MEASURE, request, out);
            case Message.Measured(long request, SortedMap<String, String> families) -> object(MEASURED, request, families, out);
            case Message.ToHead(Fact fact) -> {
                out.writeByte(TO_HEAD);
                FactCodec.write(fact, out);
            }
            case Message.FromHead(Effect.ToProcess effect) -> {
                out.writeByte(FROM_HEAD);
                EffectCodec.write(effect, out);
            }
            case Message.StoredElsewhere(int process, Message.Stored stored) -> passedOn(STORED_ELSEWHERE, process, stored, out);
            case Message.RenouncedElsewhere(int process, int dead) -> {
                out.writeByte(RENOUNCED_ELSEWHERE);
                out.writeInt(process);
                out.writeInt(dead);
            }
            case Message.Left(String why) -> {
                out.writeByte(LEFT);
                out.writeText(why);
            }
            case Message.Leave(String why) -> {
                out.writeByte(LEAVE);
                out.writeText(why);
            }
            case Message.Meet(int process, String address) -> {
                out.writeByte(MEET);
                out.writeInt(process);
                out.writeText(address);
            }
            case Message.Listens(String address, long pid) -> {
                out.writeByte(LISTENS);
                out.writeText(address);
                out.writeLong(pid);
            }
            case Message.Relayed(int process, Message.ForHead relayed) -> passedOn(RELAYED, process, relayed, out);
            case Message.Deliver(int process, Message delivered) -> passedOn(DELIVER, process, delivered, out);
            case Message.DeliverToAll(Message.ToMember delivered) -> {
                out.writeByte(DELIVER_TO_ALL);
                write(delivered, out);
            }
            case Message.Order(Effect.ToNode effect) -> {
                out.writeByte(ORDER);
                EffectCodec.write(effect, out);
            }
            case Message.Beat(long number) -> number(BEAT, number, out);
            case Message.Beaten(long number) -> number(BEATEN, number, out);
            case Message.Question(long request, Query query) -> object(QUESTION, request, query, out);
            case Message.Answer answer -> object(ANSWER, answer.request(), new Object[]{answer.value(), answer.refused()}, out);
        }
    }

    public Message read(byte[] bytes) {
        return read(new Input(bytes));
    }

    private Message read(Input in) {
        byte kind = in.readByte();
        return switch (kind) {
            case RUN -> {
                long number = in.readLong();
                int lane = in.readInt();
                int slots = in.readInt();
                boolean urgent = in.readByte() == 1;
                Code code = code(in);
                yield new Message.Run(number, lane, slots, urgent, name(in, code), code, in.readArray(), outcomes(in));
            }
            case ASK -> {
                long number = in.readLong();
                ActorKey actor = new ActorKey(new JobKey(in.readInt()), in.readLong());
                int incarnation = in.readInt();
                String group = in.readText();
                Code code = code(in);
                yield new Message.Ask(number, actor, incarnation, group, name(in, code), code, in.readArray(), outcomes(in));
            }
            case DONE -> new Message.Done(in.readLong(), outcomes.read(in), in.readLong());
            case SLOTS -> new Message.Slots(in.readInt(), in.readInt());
            case IDLE -> new Message.Idle(in.readInt(), in.readByte() == 1);
            case FETCHED -> new Message.Fetched(in.readLong(), outcomes.read(in));
            case BORROW -> new Message.Borrow(in.readLong(), longs(in));
            case GONE -> new Message.Gone(in.readInt(), in.readInt(), in.readText(), longs(in));
            case UNREACHABLE -> new Message.Unreachable(in.readInt(), in.readText());
            case STORED -> new Message.Stored(in.readLong(), Message.Stored.What.valueOf(in.readText()), in.readInt());
            case RENOUNCED -> new Message.Renounced(in.readInt(), in.readInt());
            case KEPT -> new Message.Kept(in.readLong());
            case CANCEL -> new Message.Cancel(in.readLong());
            case FETCH -> new Message.Fetch(in.readLong(), in.readLong());
            case COLLECT -> new Message.Collect();
            case BORROWED -> new Message.Borrowed(in.readLong());
            case RELEASE -> new Message.Release(in.readLong());
            case MEASURE -> new Message.Measure(in.readLong());
            case MEASURED -> measured(in.readLong(), values.read(in));
            case TO_HEAD -> new Message.ToHead(FactCodec.read(in));
            case FROM_HEAD -> new Message.FromHead((Effect.ToProcess) EffectCodec.read(in));
            case STORED_ELSEWHERE -> new Message.StoredElsewhere(in.readInt(), (Message.Stored) read(in));
            case RENOUNCED_ELSEWHERE -> new Message.RenouncedElsewhere(in.readInt(), in.readInt());
            case LEFT -> new Message.Left(in.readText());
            case LEAVE -> new Message.Leave(in.readText());
            case MEET -> new Message.Meet(in.readInt(), in.readText());
            case LISTENS -> new Message.Listens(in.readText(), in.readLong());
            case RELAYED -> new Message.Relayed(in.readInt(), (Message.ForHead) read(in));
            case DELIVER -> new Message.Deliver(in.readInt(), read(in));
            case DELIVER_TO_ALL -> new Message.DeliverToAll((Message.ToMember) read(in));
            case ORDER -> new Message.Order((Effect.ToNode) EffectCodec.read(in));
            case BEAT -> new Message.Beat(in.readLong());
            case BEATEN -> new Message.Beaten(in.readLong());
            case QUESTION -> new Message.Question(in.readLong(), (Query) values.read(in));
            case ANSWER -> answer(in.readLong(), (Object[]) values.read(in));
            default -> throw new IllegalArgumentException("a message of unknown kind " + kind);
        };
    }

    private void passedOn(byte kind, int process, Message message, Output out) {
        out.writeByte(kind);
        out.writeInt(process);
        write(message, out);
    }

    @SuppressWarnings("unchecked")
    private static Message.Measured measured(long request, Object families) {
        return new Message.Measured(request, (SortedMap<String, String>) families);
    }

    private static Message.Answer answer(long request, Object[] parts) {
        return new Message.Answer(request, parts[0], (String) parts[1]);
    }

    private void object(byte kind, long request, Object value, Output out) {
        out.writeByte(kind);
        out.writeLong(request);
        values.write(value, out);
    }

    private static void number(byte kind, long number, Output out) {
        out.writeByte(kind);
        out.writeLong(number);
    }

    private void call(String name, Code code, byte[] arguments, Outcome[] refs, Output out) {
        code(code, out);
        boolean named = !name.equals(code.name());
        out.writeByte(named ? 1 : 0);
        if (named) {
            out.writeText(name);
        }
        out.writeArray(arguments);
        out.writeByte(refs == null ? 0 : refs.length);
        if (refs != null) {
            for (Outcome ref : refs) {
                outcomes.write(ref, false, out);
            }
        }
    }

    private void code(Code code, Output out) {
        Integer known = sent.get(code);
        if (known != null) {
            out.writeInt(known);
            return;
        }
        if (code.plain()) {
            sent.put(code, sent.size());
            justSent = code;
        }
        out.writeInt(code.plain() ? NEW : ONCE);
        out.writeText(code.name());
        out.writeText(code.signature());
        out.writeArray(code.bytes());
    }

    private Code code(Input in) {
        int known = in.readInt();
        if (known >= 0) {
            return received.get(known);
        }
        Code code = new Code(in.readText(), in.readText(), in.readArray());
        if (known == NEW) {
            received.add(code);
        }
        return code;
    }

    private static String name(Input in, Code code) {
        return in.readByte() == 1 ? in.readText() : code.name();
    }

    private Outcome[] outcomes(Input in) {
        int count = in.readByte();
        if (count == 0) {
            return null;
        }
        Outcome[] all = new Outcome[count];
        for (int i = 0; i < count; i++) {
            all[i] = outcomes.read(in);
        }
        return all;
    }

    private static void longs(long[] numbers, Output out) {
        out.writeInt(numbers.length);
        for (long number : numbers) {
            out.writeLong(number);
        }
    }

    private static long[] longs(Input in) {
        long[] numbers = new long[in.readInt()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readLong();
        }
        return numbers;
    }
}
