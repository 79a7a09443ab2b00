package dev.troupe.task;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Events as bytes: the number of the task, the name of the event, the number of arguments, the arguments.
final class EventCodec {
    private static final int LARGE = 1 << 20;
    private static final int MOST_ARGUMENTS = 255;

    private final Values values;
    private final ThreadLocal<Writer> writers = ThreadLocal.withInitial(Writer::new);

    EventCodec(ClassLoader loader) {
        values = Values.with(loader);
    }

    /// Writes an event into the buffer of this thread, where it stays until the next one is written.
    Output encode(int task, String event, Object[] arguments) {
        if (arguments.length > MOST_ARGUMENTS) {
            throw new IllegalArgumentException("event '" + event + "' has " + arguments.length + " arguments, but the limit is "
                    + MOST_ARGUMENTS + "; put them into a list");
        }
        Output out = writers.get().begin(task, event);
        out.writeByte(arguments.length);
        try {
            for (Object argument : arguments) {
                values.write(argument, out);
            }
        } catch (ValueException e) {
            throw new IllegalArgumentException("event '" + event + "' cannot be sent to other processes: " + e.getMessage(), e);
        }
        return out;
    }

    /// The buffers that a thread needs to write events. Most events have the same name as the one before.
    private static final class Writer {
        private Output out = new Output(256);
        private String event = "";
        private byte[] eventBytes = {};

        @SuppressWarnings("ReferenceEquality") // another string of the same text only costs time
        Output begin(int task, String name) {
            if (name != event) {
                event = name;
                eventBytes = name.getBytes(StandardCharsets.UTF_8);
            }
            if (out.array().length > LARGE) {
                out = new Output(256);
            }
            out.clear();
            out.writeInt(task);
            out.writeInt(eventBytes.length);
            out.writeBytes(eventBytes, 0, eventBytes.length);
            return out;
        }
    }

    Reader reader() {
        return new Reader();
    }

    /// Reads one message after the other; only for one thread.
    final class Reader {
        private Input in;
        private int task;
        private String event = "";
        private byte[] eventBytes = {};

        /// Reads the header of a message; the arguments stay encoded.
        void open(byte[] message) {
            in = new Input(message);
            task = in.readInt();
            readEvent(message);
        }

        int task() {
            return task;
        }

        String event() {
            return event;
        }

        Object[] arguments() {
            Object[] arguments = new Object[in.readByte() & 0xff];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = values.read(in);
            }
            return arguments;
        }

        /// Most messages contain the same event as the one before; no new string is created for them.
        private void readEvent(byte[] message) {
            int length = in.readInt();
            int start = message.length - in.remaining();
            int end = start + length;
            if (length >= 0 && end <= message.length && Arrays.equals(message, start, end, eventBytes, 0, eventBytes.length)) {
                in = new Input(message, end, message.length - end);
                return;
            }
            eventBytes = in.readBytes(length);
            event = new String(eventBytes, StandardCharsets.UTF_8);
        }
    }
}
