package dev.troupe.values;

import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.CharSeq;
import io.vavr.collection.HashMultimap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.PriorityQueue;
import io.vavr.collection.Queue;
import io.vavr.collection.Tree;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Try;
import io.vavr.control.Validation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kotlin.KotlinVersion;
import kotlin.LazyKt;
import kotlin.Triple;
import kotlin.Unit;
import kotlin.collections.ArrayDeque;
import kotlin.collections.ArraysKt;
import kotlin.collections.CollectionsKt;
import kotlin.collections.IndexedValue;
import kotlin.collections.MapsKt;
import kotlin.collections.SetsKt;
import kotlin.ranges.CharRange;
import kotlin.ranges.IntRange;
import kotlin.ranges.LongRange;
import kotlin.text.Regex;
import kotlin.uuid.Uuid;
import scala.None$;
import scala.Some;
import scala.Symbol$;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.immutable.ArraySeq$;
import scala.collection.immutable.LazyList$;
import scala.collection.immutable.ListMap$;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Nil$;
import scala.collection.immutable.Range$;
import scala.collection.immutable.TreeMap$;
import scala.collection.mutable.ArrayBuffer$;
import scala.collection.mutable.ListBuffer$;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.BigInt;
import scala.math.Ordering;
import scala.runtime.BoxedUnit;
import scala.util.Right;
import scala.util.Success;

/// What programs send of Vavr, of Kotlin and of Scala.
@SuppressWarnings({"JdkObsolete", "ImmutableEnumChecker", "UnnecessarilyFullyQualified", "deprecation", "rawtypes", "unchecked", "serial"})
final class LanguageSamples {
    private LanguageSamples() {}

    static Stream<Sample> all() throws Exception {
        return Stream.of(vavr(), kotlin(), scala()).flatMap(each -> each);
    }

    private static Stream<Sample> vavr() throws Exception {
        return Stream.of(
                Sample.same(io.vavr.collection.List.of(1, 2)),
                Sample.same(io.vavr.collection.List.empty()),
                Sample.same(Vector.of(1, 2)),
                Sample.same(io.vavr.collection.HashMap.of("a", 1)),
                Sample.same(io.vavr.collection.HashMap.of(Sample.Mood.CALM, 1)),
                Sample.same(io.vavr.collection.HashMap.of("a", 1, "b", 2, "c", 3)),
                Sample.same(LinkedHashMap.of("a", 1)),
                Sample.same(TreeMap.of("a", 1)),
                Sample.same(HashSet.of(1, 2)),
                Sample.same(HashSet.of(Sample.Mood.CALM, Sample.Mood.WILD)),
                Sample.same(LinkedHashSet.of(1, 2)),
                Sample.same(TreeSet.of(1, 2)),
                Sample.same(Queue.of(1, 2)),
                Sample.same(Array.of(1, 2)),
                Sample.alike(io.vavr.collection.Stream.of(1, 2)),
                Sample.alike(io.vavr.collection.Stream.from(1).take(3)),
                Sample.same(PriorityQueue.of(2, 1)),
                Sample.same(CharSeq.of("abc")),
                Sample.same(HashMultimap.withSeq().of("a", 1)),
                Sample.same(io.vavr.collection.BitSet.of(1, 5)),
                Sample.same(Tree.of(1)),
                Sample.same(Tuple.of(1, 2)),
                Sample.same(Tuple.of(1, "a", 3)),
                Sample.same(io.vavr.control.Option.of(1)),
                Sample.same(io.vavr.control.Option.none()),
                Sample.same(Either.right(1)),
                Sample.same(Try.success(1)),
                Sample.same(Validation.valid(1)),
                Sample.same(io.vavr.Lazy.of(() -> 5)));
    }

    private static Stream<Sample> kotlin() throws Exception {
        return Stream.of(
                Sample.same(CollectionsKt.listOf(1, 2)),
                Sample.same(CollectionsKt.listOf(1)),
                Sample.same(CollectionsKt.emptyList()),
                Sample.same(CollectionsKt.mutableListOf(1, 2)),
                Sample.same(MapsKt.mapOf(new kotlin.Pair<>("a", 1))),
                Sample.same(MapsKt.emptyMap()),
                Sample.same(MapsKt.mapOf(new kotlin.Pair<>("a", 1), new kotlin.Pair<>("b", 2))),
                Sample.same(SetsKt.setOf(1, 2)),
                Sample.same(SetsKt.emptySet()),
                Sample.same(builtList()),
                Sample.same(builtMap()),
                Sample.same(builtSet()),
                Sample.same(new kotlin.Pair<>("a", 1)),
                Sample.same(new Triple<>(1, 2, 3)),
                Sample.same(new ArrayDeque<>(List.of(1, 2))),
                Sample.same(new IntRange(1, 5)),
                Sample.same(new LongRange(1, 5)),
                Sample.same(new CharRange('a', 'c')),
                Sample.same(new Regex("a+")),
                Sample.same(Unit.INSTANCE),
                Sample.same(KotlinVersion.CURRENT),
                Sample.same(new IndexedValue<>(1, "a")),
                Sample.same(Uuid.Companion.random()),
                Sample.same(CollectionsKt.asReversed(List.of(1, 2))),
                Sample.same(ArraysKt.asList(new int[]{1, 2})),
                Sample.alike(LazyKt.lazy(() -> 5), lazy -> ((kotlin.Lazy<?>) lazy).getValue()));
    }

    private static Stream<Sample> scala() throws Exception {
        return Stream.of(
                Sample.same(scala.Option.apply(1)),
                Sample.same(scala.Option.empty()),
                Sample.same(new Tuple2<>("a", 1)),
                Sample.same(new Tuple3<>(1, 2, 3)),
                Sample.same(CollectionConverters.asScala(List.of(1, 2)).toList()),
                Sample.same(CollectionConverters.asScala(List.of(1, 2)).toVector()),
                Sample.same(CollectionConverters.asScala(List.of(1, 2)).toSeq()),
                Sample.same(CollectionConverters.asScala(java.util.Set.of(1, 2)).toSet()),
                Sample.same(CollectionConverters.asScala(java.util.Set.of(1, 2, 3, 4, 5, 6)).toSet()),
                Sample.same(CollectionConverters.asScala(Map.of(1, 2))),
                Sample.same(Map$.MODULE$.from(CollectionConverters.asScala(Map.of("a", 1)))),
                Sample.same(scala.collection.immutable.HashMap$.MODULE$
                        .from(CollectionConverters.asScala(Map.of(Sample.Mood.CALM, 1, Sample.Mood.WILD, 2)))),
                Sample.same(Nil$.MODULE$),
                Sample.same(ArrayBuffer$.MODULE$.from(CollectionConverters.asScala(List.of(1, 2)))),
                Sample.same(scala.collection.mutable.HashMap$.MODULE$.from(CollectionConverters.asScala(Map.of("a", 1)))),
                Sample.same(ListBuffer$.MODULE$.from(CollectionConverters.asScala(List.of(1, 2)))),
                Sample.same(new scala.math.BigDecimal(java.math.BigDecimal.ONE)),
                Sample.same(BigInt.apply(5)),
                Sample.same(new Right<>(1)),
                Sample.same(new Success<>(1)),
                Sample.same(None$.MODULE$),
                Sample.same(BoxedUnit.UNIT),
                Sample.same(Range$.MODULE$.apply(1, 5)),
                Sample.same(new Some<>(1)),
                Sample.same(TreeMap$.MODULE$.empty(Ordering.Int$.MODULE$)),
                Sample.same(ListMap$.MODULE$.from(CollectionConverters.asScala(Map.of("a", 1)))),
                Sample.same(CollectionConverters.asJava(Nil$.MODULE$)),
                Sample.same(ArraySeq$.MODULE$.unsafeWrapArray(new int[]{1, 2})),
                Sample.same(LazyList$.MODULE$.from(CollectionConverters.asScala(List.of(1, 2)))),
                Sample.same(Symbol$.MODULE$.apply("a")));
    }

    private static Object builtList() {
        var list = CollectionsKt.createListBuilder(2);
        list.add(1);
        return CollectionsKt.build(list);
    }

    private static Object builtMap() {
        var map = MapsKt.createMapBuilder(2);
        map.put("a", Sample.Mood.CALM);
        return MapsKt.build(map);
    }

    private static Object builtSet() {
        var set = SetsKt.createSetBuilder(2);
        set.add(Sample.Mood.CALM);
        return SetsKt.build(set);
    }
}
