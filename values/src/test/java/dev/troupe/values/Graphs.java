package dev.troupe.values;

import dev.troupe.values.Replaced.Chain;
import dev.troupe.values.Replaced.External;
import dev.troupe.values.Replaced.ExternalReplaced;
import dev.troupe.values.Replaced.Flag;
import dev.troupe.values.Replaced.Heir;
import dev.troupe.values.Replaced.Open;
import dev.troupe.values.Replaced.OpenFlag;
import dev.troupe.values.Replaced.Plain;
import dev.troupe.values.Replaced.Shelf;
import dev.troupe.values.Replaced.Streamed;
import dev.troupe.values.Replaced.Ticket;
import dev.troupe.values.Replaced.Trimmed;
import java.io.Serializable;
import java.time.ZoneOffset;
import java.time.chrono.JapaneseDate;
import java.time.zone.ZoneRules;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;

/// Values of which some are parts of others: alone, in fields of final and of open types, in arrays, in generics.
@SuppressWarnings({"serial", "ArrayRecordComponent", "ImmutableEnumChecker", "ClassCanBeStatic", "UnusedVariable", "JavaUtilDate",
        "HidingField"})
final class Graphs {
    record Seat(Ticket ticket, List<Ticket> others) {}

    record Seats(Seat first, Seat[] rows, Map<String, List<Seat>> byName, Optional<Seat> last, Object any) {}

    record Opens(Open open, List<Open> list, Open[] array, Heir heir, List<? extends Heir> heirs, Object any) {}

    record Flags(Flag flag, List<Flag> list, Map<Flag, Flag> map, Flag[] array, Flag[][] arrays, Object any) {}

    record OpenFlags(OpenFlag flag, List<OpenFlag> list, OpenFlag[] array, Object any) {}

    record Chains(Chain chain, List<Chain> list, Object any) {}

    record Mixed(Trimmed trimmed, List<Trimmed> list, Plain plain, Plain[] plains, Object any) {}

    record Externals(External external, List<External> list, ExternalReplaced replaced, List<ExternalReplaced> more, Object any) {}

    record Streams(Streamed streamed, List<Streamed> list, Object any) {}

    record Shelves(Shelf shelf, List<Shelf> list, Object any) {}

    record Frames(StackTraceElement frame, List<StackTraceElement> list, StackTraceElement[] array, Object any) {}

    record Times(GregorianCalendar calendar, List<GregorianCalendar> list, Calendar open, TimeZone zone, Object any) {}

    record Jdk(JapaneseDate date, List<JapaneseDate> dates, ZoneRules rules, LongAdder adder, Object any) {}

    record Dice(Random random, Loaded loaded, SplittableRandom splittable, List<Random> list, Object any) {}

    static final class Loaded extends Random {
        private final Ticket ticket = new Ticket(1);
    }

    record Pairs(Map.Entry<String, Flag> entry, SimpleImmutableEntry<Ticket, Flag> pair, Object any) {}

    record Views(Set<String> keys, Collection<Ticket> values, List<Ticket> reversed, Object any) {}

    static final class Oops extends RuntimeException {
        final Oops twin;
        final Ticket ticket;
        final Slip slip;

        Oops(String message, Oops twin, Slip slip) {
            super(message, twin);
            this.twin = twin;
            this.ticket = new Ticket(1);
            this.slip = slip;
        }
    }

    static final class Slip extends Exception {
        Oops oops;
        Flag flag = Flag.ALL[2];
    }

    record Failures(Oops oops, List<Oops> list, Map<String, Oops> map, Slip slip, Slip[] slips, IllegalStateException open, Object any) {}

    interface Step extends IntUnaryOperator, Serializable {}

    record Steps(Step step, List<Step> list, Object any) {}

    enum Mood {
        CALM, WILD {
            @Override
            public String toString() {
                return "wild!";
            }
        }
    }

    record Moods(Mood mood, EnumMap<Mood, Flag> map, Mood[] array, Enum<?> any) {}

    record Holder<T>(T value, List<? extends T> more) {}

    static class Base<T> {
        T value;
        List<T> all;
        String name = "base";
    }

    static final class Bound extends Base<Ticket> {
        String name = "bound";
        Base<Flag> flags = new Base<>();
    }

    static final class Left {
        Right right;
        Ticket ticket = new Ticket(3);
    }

    static final class Right {
        Left left;
        Flag flag = Flag.ALL[1];
    }

    static final class Bag extends ArrayList<Ticket> {
        Flag extra = Flag.ALL[2];
    }

    static final class Book extends HashMap<String, Flag> {
        Ticket extra = new Ticket(8);
    }

    record Containers(Bag bag, Book book, Object any) {}

    record ContainersOfSuch(List<Bag> list, List<? extends Book> wild, Map<Bag, Book> map, Optional<Bag> maybe, Bag[] array) {}

    static final class Bags<T extends Comparable<T>, C extends Collection<Bag>> {
        List<? extends Bag> all;
        C same;
        T least;
    }

    record Plenty(int a, Integer b, long c, Long d, char e, Character f, boolean g, byte h, short i, Double j, float k,
            String text, byte[] bytes, int[][] numbers, String[] texts, List<List<Map<String, int[]>>> nested,
            ArrayList<String> list, HashMap<String, Long> hash, TreeMap<String, Mood> tree, Object any) {}

    final class Inner {
        Ticket ticket = new Ticket(4);
    }

    private final Flag outer = Flag.ALL[0];

    static Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        Ticket ticket = new Ticket(5);
        Flag flag = Flag.ALL[1];
        Seat seat = new Seat(ticket, List.of(ticket, new Ticket(6)));
        Chain chain = new Chain(new Chain(null, ticket), null);
        Streamed streamed = new Streamed(3);
        Heir heir = new Heir(2);
        all.put("ticket", ticket);
        all.put("tickets", new Ticket[]{ticket, ticket});
        all.put("list of tickets", Replaced.tickets(1, 2));
        all.put("seat", seat);
        all.put("seats", new Seats(seat, new Seat[]{seat}, Map.of("a", List.of(seat)), Optional.of(seat), ticket));
        all.put("open", new Open(1));
        all.put("heir", heir);
        all.put("opens", new Opens(heir, List.of(heir, new Open(3)), new Open[]{heir}, heir, List.of(heir), new Open(4)));
        all.put("flag", flag);
        all.put("flags of flags", new Flag[][]{{flag}, {}});
        all.put("flags", new Flags(flag, List.of(flag), Map.of(flag, flag), new Flag[]{flag}, new Flag[][]{{flag}}, flag));
        all.put("open flag", new OpenFlag());
        all.put("open flags", new OpenFlags(new OpenFlag(), List.of(new OpenFlag()), new OpenFlag[]{new OpenFlag()}, new OpenFlag()));
        all.put("chain", chain);
        all.put("chains", new Chains(chain, List.of(chain), new Chain(chain, ticket)));
        all.put("trimmed", new Trimmed(" a "));
        all.put("plain", new Plain(4));
        all.put("mixed", new Mixed(new Trimmed(" b"), List.of(new Trimmed("c")), new Plain(1), new Plain[]{new Plain(2)}, new Plain(3)));
        all.put("external", new External(4));
        all.put("external replaced", new ExternalReplaced(4));
        all.put("externals", new Externals(new External(1), List.of(new External(2)), new ExternalReplaced(3),
                List.of(new ExternalReplaced(11)), new ExternalReplaced(4)));
        all.put("streamed", streamed);
        all.put("streams", new Streams(streamed, List.of(streamed), new Streamed(9)));
        all.put("shelf", new Shelf(2));
        all.put("shelves", new Shelves(new Shelf(2), List.of(new Shelf(1)), new Shelf(3)));
        StackTraceElement frame = new StackTraceElement("A", "b", "A.java", 4);
        all.put("frame", frame);
        all.put("frames", new Frames(frame, List.of(frame), new StackTraceElement[]{frame}, frame));
        GregorianCalendar calendar = new GregorianCalendar(2026, 1, 2);
        all.put("calendar", calendar);
        all.put("zone", TimeZone.getTimeZone("Europe/Paris"));
        all.put("times", new Times(calendar, List.of(calendar), calendar, TimeZone.getTimeZone("UTC"), calendar));
        JapaneseDate date = JapaneseDate.of(2026, 1, 2);
        all.put("japanese date", date);
        all.put("of the jdk", new Jdk(date, List.of(date), ZoneRules.of(ZoneOffset.UTC), new LongAdder(), date));
        all.put("random", new Random(3));
        all.put("loaded", new Loaded());
        all.put("dice", new Dice(new Random(4), new Loaded(), new SplittableRandom(5), List.of(new Random(6)), new Loaded()));
        all.put("entry", Map.entry(ticket, flag));
        all.put("pairs", new Pairs(Map.entry("a", flag), new SimpleImmutableEntry<>(ticket, flag), Map.entry(1, flag)));
        Map<String, Ticket> map = new TreeMap<>(Map.of("a", ticket));
        all.put("views", new Views(map.keySet(), map.values(), new ArrayList<>(map.values()).reversed(), map.entrySet()));
        all.put("key set", map.keySet());
        Slip slip = new Slip();
        Oops oops = new Oops("a", new Oops("b", null, slip), slip);
        slip.oops = oops;
        all.put("oops", oops);
        all.put("slip", slip);
        all.put("open trouble", new IllegalStateException("a", slip));
        all.put("failures",
                new Failures(oops, List.of(oops), Map.of("a", oops), slip, new Slip[]{slip}, new IllegalStateException("c"), oops));
        Step step = number -> number + ticket.number;
        all.put("step", step);
        all.put("steps", new Steps(step, List.of(step, number -> -number), step));
        all.put("moods", new Moods(Mood.WILD, new EnumMap<>(Map.of(Mood.CALM, flag)), new Mood[]{Mood.WILD}, Mood.CALM));
        all.put("mood", Mood.WILD);
        all.put("holder", new Holder<>(ticket, List.of(ticket)));
        all.put("holder of holders", new Holder<>(new Holder<>(flag, List.of(flag)), List.of(new Holder<>(flag, null))));
        Bound bound = new Bound();
        bound.value = ticket;
        bound.all = List.of(ticket);
        bound.flags.value = flag;
        all.put("bound", bound);
        Left left = new Left();
        left.right = new Right();
        left.right.left = left;
        all.put("left", left);
        all.put("right", left.right);
        Bag bag = new Bag();
        bag.add(ticket);
        Book book = new Book();
        book.put("a", flag);
        all.put("bag", bag);
        all.put("book", book);
        all.put("containers", new Containers(bag, book, book));
        all.put("containers of such",
                new ContainersOfSuch(List.of(bag), List.of(book), Map.of(bag, book), Optional.of(bag), new Bag[]{bag}));
        Bags<String, List<Bag>> bags = new Bags<>();
        bags.all = List.of(bag, bag);
        bags.same = List.of(bag);
        bags.least = "a";
        all.put("bags", bags);
        all.put("plenty", new Plenty(1, 2, 3, null, 'e', 'f', true, (byte) 4, (short) 5, 6.0, 7, "é", new byte[]{8}, new int[][]{{9}, null},
                new String[]{"a", null}, List.of(List.of(Map.of("b", new int[]{1}))), new ArrayList<>(List.of("c")),
                new HashMap<>(Map.of("d", 2L)), new TreeMap<>(Map.of("e", Mood.WILD)), Mood.CALM));
        all.put("inner", new Graphs().new Inner());
        all.put("objects", new Object[]{ticket, flag, seat, List.of(flag), new Open(1), chain});
        return all;
    }
}
