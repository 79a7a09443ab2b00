package dev.troupe.values;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/// Classes that say themselves how they travel.
@SuppressWarnings({"serial", "UnusedMethod", "UnusedVariable"})
final class Replaced {
    private Replaced() {}

    record Stub(int number) implements Serializable {
        private Object readResolve() {
            return new Ticket(number);
        }
    }

    /// Travels as its number.
    static final class Ticket implements Serializable {
        final int number;

        Ticket(int number) {
            this.number = number;
        }

        private Object writeReplace() {
            return new Stub(number);
        }
    }

    /// Its form arrives as it is.
    static class Open implements Serializable {
        final int number;

        Open(int number) {
            this.number = number;
        }

        Object writeReplace() {
            return new OpenForm(number, this instanceof Heir);
        }

        record OpenForm(int number, boolean heir) implements Serializable {
            private Object readResolve() {
                return heir ? new Heir(number) : new Open(number);
            }
        }
    }

    static final class Heir extends Open {
        Heir(int number) {
            super(number);
        }
    }

    /// Field by field, and then one of a few.
    static final class Flag implements Serializable {
        static final Flag[] ALL = {new Flag(0), new Flag(1), new Flag(2)};
        final int number;

        private Flag(int number) {
            this.number = number;
        }

        private Object readResolve() {
            return ALL[number];
        }
    }

    static class OpenFlag implements Serializable {
        int number = 7;

        private Object readResolve() {
            return this;
        }
    }

    static final class Chain implements Serializable {
        Chain next;
        Ticket ticket;

        Chain(Chain next, Ticket ticket) {
            this.next = next;
            this.ticket = ticket;
        }

        private Object readResolve() {
            return this;
        }
    }

    /// Replaced by another of its kind.
    static final class Trimmed implements Serializable {
        final String text;

        Trimmed(String text) {
            this.text = text;
        }

        private Object writeReplace() {
            return new Trimmed(text.strip());
        }
    }

    /// Not `Serializable`, but with the method.
    static final class Plain {
        final int number;

        Plain(int number) {
            this.number = number;
        }

        Object writeReplace() {
            return new PlainForm(number);
        }

        record PlainForm(int number) {
            Object readResolve() {
                return new Plain(number);
            }
        }
    }

    static final class External implements Externalizable {
        private int number;

        public External() {}

        External(int number) {
            this.number = number;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            number = in.readInt();
        }
    }

    static final class ExternalReplaced implements Externalizable {
        private int number;

        public ExternalReplaced() {}

        ExternalReplaced(int number) {
            this.number = number;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            number = in.readInt();
        }

        private Object writeReplace() {
            return number > 9 ? this : new ExternalReplaced(number + 10);
        }

        private Object readResolve() {
            return this;
        }
    }

    /// With `writeObject`.
    static final class Streamed implements Serializable {
        private final Ticket ticket;
        private final Flag flag;
        private transient int number;

        Streamed(int number) {
            this.number = number;
            this.ticket = new Ticket(number);
            this.flag = Flag.ALL[1];
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(number);
            out.writeObject(new Ticket(number));
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            number = (in.readInt() + ((Ticket) in.readObject()).number) / 2;
        }
    }

    static final class Shelf extends AbstractList<Ticket> implements Serializable {
        private final int size;

        Shelf(int size) {
            this.size = size;
        }

        @Override
        public Ticket get(int index) {
            return new Ticket(index);
        }

        @Override
        public int size() {
            return size;
        }

        private Object writeReplace() {
            return new ShelfForm(size);
        }

        record ShelfForm(int size) implements Serializable {
            private Object readResolve() {
                return new Shelf(size);
            }
        }
    }

    static List<Ticket> tickets(int... numbers) {
        return Arrays.stream(numbers).mapToObj(Ticket::new).toList();
    }
}
