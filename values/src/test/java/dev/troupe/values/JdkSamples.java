package dev.troupe.values;

import java.io.File;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Scanner;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.Stack;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongBinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// What programs send of the JDK, and collections that they derive from its own.
@SuppressWarnings({"JdkObsolete", "JavaUtilDate", "IdentityHashMapUsage", "UnnecessaryStringBuilder", "serial"})
final class JdkSamples {
    private JdkSamples() {}

    /// Has no constructor without parameters, and keeps the order of access.
    private static final class Cache extends LinkedHashMap<String, Integer> {
        private final int most;

        Cache(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > most;
        }
    }

    private static final class NamedList extends ArrayList<String> {
        private final String name;

        NamedList(String name) {
            this.name = name;
        }
    }

    private static final class Backwards extends TreeMap<String, Integer> {
        private final int number;

        Backwards(int number) {
            super(Comparator.reverseOrder());
            this.number = number;
        }
    }

    private static final class Fixed extends AbstractList<String> {
        private final String[] all;

        Fixed(String... all) {
            this.all = all;
        }

        @Override
        public String get(int index) {
            return all[index];
        }

        @Override
        public int size() {
            return all.length;
        }
    }

    static Stream<Sample> all() throws Exception {
        return Stream.of(maps(), collections(), queues(), wrappers(), derived(), util(), others(), concurrent(), buffers(), times(),
                chronologies(), processOnly(), summaries()).flatMap(each -> each);
    }

    private static Map<String, Integer> abc() {
        Map<String, Integer> abc = new LinkedHashMap<>(Map.of("a", 1));
        abc.put("b", 2);
        abc.put("c", 3);
        return abc;
    }

    private static List<String> list() {
        return new ArrayList<>(List.of("a", "b"));
    }

    private static <C extends Collection<String>> C filled(C collection) {
        collection.addAll(List.of("x", "y", "z"));
        return collection;
    }

    /// Which of its keys a map has used longest ago.
    private static Object orderAfterAccess(Object map) {
        var _ = ((Map<?, ?>) map).get("a");
        return List.copyOf(((Map<?, ?>) map).keySet());
    }

    private static Stream<Sample> maps() {
        LinkedHashMap<String, Integer> used = new LinkedHashMap<>(16, 0.75f, true);
        used.putAll(abc());
        Map<String, Integer> backwards = new TreeMap<>(Comparator.reverseOrder());
        backwards.putAll(abc());
        Properties properties = new Properties();
        properties.setProperty("a", "b");
        return Stream.of(Sample.same(used), Sample.same(used, JdkSamples::orderAfterAccess), Sample.same(abc()),
                Sample.same(abc(), JdkSamples::orderAfterAccess), Sample.same(new HashMap<>(abc())), Sample.same(new TreeMap<>(abc())),
                Sample.same(backwards), Sample.same(backwards, Object::toString), Sample.same(new WeakHashMap<>(abc())),
                Sample.same(new IdentityHashMap<>(Map.of(Sample.Mood.CALM, 1))), Sample.same(new EnumMap<>(Map.of(Sample.Mood.WILD, 1))),
                Sample.same(new EnumMap<>(Sample.Mood.class)), Sample.same(new Hashtable<>(abc())), Sample.same(properties),
                Sample.same(new Properties(properties), copy -> ((Properties) copy).getProperty("a")),
                Sample.same(new ConcurrentHashMap<>(abc())), Sample.same(new ConcurrentSkipListMap<>(abc())), Sample.same(Map.of()),
                Sample.same(Map.of(1, 2)), Sample.same(Map.of(1, 2, 3, 4)), Sample.same(new AbstractMap.SimpleEntry<>("a", 1)),
                Sample.same(new AbstractMap.SimpleImmutableEntry<>("a", 1)));
    }

    private static Stream<Sample> collections() {
        return Stream.of(new ArrayList<>(list()), new LinkedList<>(list()), new Vector<>(list()), filled(new Stack<>()),
                new HashSet<>(list()), new LinkedHashSet<>(list()), filled(new TreeSet<>(Comparator.reverseOrder())),
                new CopyOnWriteArrayList<>(list()), new CopyOnWriteArraySet<>(list()), new ConcurrentSkipListSet<>(list()),
                EnumSet.of(Sample.Mood.WILD), EnumSet.noneOf(Sample.Mood.class), BitSet.valueOf(new long[]{5, 7}), List.of(), List.of(1),
                List.of(1, 2, 3), Set.of(), Set.of(1), Set.of(1, 2, 3), Arrays.asList(1, null), Arrays.asList("a"),
                filled(ConcurrentHashMap.newKeySet())).map(Sample::same);
    }

    private static Stream<Sample> queues() {
        return Stream.<Collection<?>>of(filled(new ArrayDeque<>()), filled(new PriorityQueue<>(Comparator.reverseOrder())),
                filled(new ConcurrentLinkedQueue<>()), filled(new ConcurrentLinkedDeque<>()), filled(new LinkedBlockingDeque<>(5)),
                filled(new LinkedBlockingQueue<>(5)), filled(new ArrayBlockingQueue<>(5)), filled(new PriorityBlockingQueue<>()),
                filled(new LinkedTransferQueue<>()), new SynchronousQueue<>(true), new DelayQueue<>())
                .map(queue -> Sample.same(queue, copy -> copy instanceof BlockingQueue<?> blocking
                        ? List.of(List.copyOf(blocking), blocking.remainingCapacity())
                        : List.copyOf((Collection<?>) copy)));
    }

    private static Stream<Sample> wrappers() {
        return Stream.of(Collections.nCopies(3, "x"), Collections.singletonList(1), Collections.singleton(1),
                Collections.singletonMap(1, 2), Collections.emptyList(), Collections.emptySet(), Collections.emptyMap(),
                Collections.emptySortedSet(), Collections.emptyNavigableMap(), Collections.unmodifiableList(list()),
                Collections.unmodifiableList(new LinkedList<>(list())), Collections.unmodifiableSet(new HashSet<>(list())),
                Collections.unmodifiableNavigableSet(new TreeSet<>(list())), Collections.unmodifiableMap(abc()),
                Collections.unmodifiableNavigableMap(new TreeMap<>(abc())), Collections.unmodifiableCollection(list()),
                Collections.unmodifiableSequencedSet(new LinkedHashSet<>(list())),
                Collections.unmodifiableSequencedMap(new LinkedHashMap<>(abc())), Collections.synchronizedList(list()),
                Collections.synchronizedSet(new HashSet<>(list())), Collections.synchronizedMap(abc()),
                Collections.synchronizedNavigableMap(new TreeMap<>(abc())), Collections.synchronizedCollection(list()),
                Collections.checkedList(list(), String.class), Collections.checkedSet(new HashSet<>(list()), String.class),
                Collections.checkedMap(abc(), String.class, Integer.class), filled(Collections.newSetFromMap(new LinkedHashMap<>())),
                filled(Collections.newSetFromMap(new WeakHashMap<>())), filled(Collections.newSequencedSetFromMap(new LinkedHashMap<>())),
                filled(Collections.asLifoQueue(new ArrayDeque<>())), Collections.reverseOrder(), Comparator.naturalOrder(),
                String.CASE_INSENSITIVE_ORDER).map(Sample::same);
    }

    private static Stream<Sample> derived() {
        Cache cache = new Cache(3);
        cache.putAll(abc());
        NamedList named = filled(new NamedList("n"));
        Backwards backwards = new Backwards(5);
        backwards.putAll(abc());
        return Stream.of(Sample.same(cache), Sample.same(cache, JdkSamples::orderAfterAccess),
                Sample.same(cache, copy -> ((Cache) copy).most), Sample.same(named), Sample.same(named, copy -> ((NamedList) copy).name),
                Sample.same(backwards, Object::toString), Sample.same(backwards, copy -> ((Backwards) copy).number),
                Sample.same(new Fixed("a", "b")));
    }

    private static Stream<Sample> util() {
        GregorianCalendar odd = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.GERMANY);
        odd.setLenient(false);
        odd.setGregorianChange(new Date(0));
        return Stream.of(Optional.of("a"), Optional.empty(), OptionalInt.of(3), OptionalLong.of(3), OptionalDouble.of(3),
                OptionalDouble.empty(), new UUID(1, 2), Locale.GERMANY, Locale.ROOT, Locale.of("ja", "JP", "JP"),
                Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"), Locale.forLanguageTag("zh-Hant-TW"), Currency.getInstance("EUR"),
                new Date(5), new GregorianCalendar(2026, 1, 2), odd, Calendar.getInstance(Locale.forLanguageTag("ja-JP-u-ca-japanese")),
                Calendar.getInstance(Locale.forLanguageTag("th-TH-u-ca-buddhist")), TimeZone.getTimeZone("Europe/Paris"),
                new SimpleTimeZone(3_600_000, "Mine", Calendar.MARCH, -1, Calendar.SUNDAY, 7_200_000, Calendar.OCTOBER, -1, Calendar.SUNDAY,
                        7_200_000))
                .map(Sample::same);
    }

    private static Stream<Sample> others() throws Exception {
        return Stream.of(Sample.same(new StringBuilder("é")), Sample.same(new StringBuffer("é")), Sample.same(BigInteger.TWO.pow(100)),
                Sample.same(new BigDecimal("1.50")), Sample.same(MathContext.DECIMAL64), Sample.same(String.class),
                Sample.same(int.class), Sample.same(int[][].class), Sample.same(new StackTraceElement("a", "b", "c", 1)),
                Sample.same(new Object()), Sample.same(URI.create("https://example.org/a?b#c")),
                Sample.same(URI.create("https://example.org/a?b#c").toURL(), Object::toString),
                Sample.same(InetAddress.getByAddress("h", new byte[]{127, 0, 0, 1})),
                Sample.same(InetSocketAddress.createUnresolved("h", 80)),
                Sample.same(Pattern.compile("a+", Pattern.CASE_INSENSITIVE), copy -> copy + " " + ((Pattern) copy).flags()),
                Sample.same(StandardCharsets.UTF_16), Sample.same(Path.of("/a/b")), Sample.same(new File("/a/b")),
                Sample.same(new SimpleDateFormat("yyyy", Locale.GERMANY)), Sample.same(new DecimalFormat("0.0")));
    }

    private static Stream<Sample> concurrent() {
        LongAdder adder = new LongAdder();
        adder.add(5);
        return Stream.of(Sample.same(new AtomicInteger(4)), Sample.same(new AtomicLong(4)), Sample.same(new AtomicBoolean(true)),
                Sample.same(new AtomicReference<>(list())), Sample.same(new AtomicIntegerArray(new int[]{1, 2})), Sample.same(adder),
                Sample.same(new LongAccumulator((LongBinaryOperator & Serializable) Long::sum, 3)),
                Sample.same(new ReentrantLock(true), copy -> ((ReentrantLock) copy).isFair()),
                Sample.same(new Semaphore(3), copy -> ((Semaphore) copy).availablePermits()), Sample.same(TimeUnit.DAYS));
    }

    /// Only what remains is sent.
    private static Object content(Object copy) {
        ByteBuffer buffer = (ByteBuffer) copy;
        return List.of(buffer.remaining(), buffer.isReadOnly(), buffer.isDirect(), buffer.order(), buffer.hashCode());
    }

    private static Stream<Sample> buffers() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[]{1, 2, 3, 4});
        ByteBuffer direct = ByteBuffer.allocateDirect(4).put((byte) 3);
        return Stream.of(bytes, ByteBuffer.allocate(10).put(new byte[]{1, 2, 3}).order(ByteOrder.LITTLE_ENDIAN),
                ByteBuffer.wrap(new byte[]{1, 2, 3, 4}).position(1).limit(3), bytes.slice(1, 2), ByteBuffer.allocate(0),
                bytes.asReadOnlyBuffer(), bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN), direct, direct.asReadOnlyBuffer())
                .map(buffer -> Sample.same(buffer, JdkSamples::content));
    }

    private static Stream<Sample> times() {
        ZoneId paris = ZoneId.of("Europe/Paris");
        return Stream.of(Instant.EPOCH.plusNanos(5), Duration.ofMillis(5), Period.of(1, 2, 3), LocalDate.of(2026, 1, 2),
                LocalTime.of(1, 2, 3, 4), LocalDateTime.of(2026, 1, 2, 3, 4), ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, paris),
                OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(2)), OffsetTime.of(1, 2, 3, 4, ZoneOffset.UTC),
                Year.of(2026), YearMonth.of(2026, 2), MonthDay.of(2, 3), paris, ZoneOffset.ofHours(3), DayOfWeek.MONDAY, paris.getRules(),
                paris.getRules().nextTransition(Instant.EPOCH), paris.getRules().getTransitionRules().getFirst(), ValueRange.of(1, 5),
                WeekFields.ISO, IsoFields.QUARTER_OF_YEAR, JulianFields.JULIAN_DAY, Clock.systemUTC(), Clock.fixed(Instant.EPOCH, paris),
                IsoChronology.INSTANCE, new java.sql.Timestamp(1234567), new java.sql.Date(1234567), new java.sql.Time(1234567))
                .map(Sample::same);
    }

    private static Stream<Sample> chronologies() {
        return Stream.<ChronoLocalDate>of(HijrahDate.of(1447, 2, 3), JapaneseDate.of(2026, 1, 2), MinguoDate.of(115, 1, 2),
                ThaiBuddhistDate.of(2569, 1, 2))
                .flatMap(date -> Stream.of(date, date.atTime(LocalTime.of(1, 2)), date.atTime(LocalTime.of(1, 2)).atZone(ZoneOffset.UTC),
                        date.getEra(), date.getChronology(), date.getChronology().period(1, 2, 3), List.of(date, List.of(date), date)))
                .map(Sample::same);
    }

    private static Stream<Sample> summaries() {
        return Stream.of(IntStream.of(1, 2).summaryStatistics(), LongStream.of(1, 2).summaryStatistics(),
                DoubleStream.of(1, 0.1, 0.2).summaryStatistics(), new StringJoiner(",", "[", "]").add("a").add("b"),
                new StringJoiner(",").setEmptyValue("none"))
                .map(Sample::same);
    }

    private static Stream<Sample> processOnly() {
        return Stream.of(HexFormat.of(), new CountDownLatch(2), CompletableFuture.completedFuture("a"),
                DateTimeFormatter.ISO_DATE, CharBuffer.wrap("abc"), IntBuffer.wrap(new int[]{1, 2}), DoubleBuffer.wrap(new double[]{1}),
                new Scanner("1 2"), Pattern.compile("a").matcher("a"), Thread.currentThread())
                .map(value -> Sample.refused(value, "a " + value.getClass().getName() + " cannot be serialized"));
    }
}
