package dev.troupe.values;

import com.carrotsearch.hppc.IntHashSet;
import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.LongArrayDeque;
import com.carrotsearch.hppc.ObjectHashSet;
import com.carrotsearch.hppc.ObjectObjectHashMap;
import gnu.trove.list.array.TIntArrayList;
import gnu.trove.list.linked.TIntLinkedList;
import gnu.trove.map.hash.THashMap;
import gnu.trove.map.hash.TIntIntHashMap;
import gnu.trove.map.hash.TObjectIntHashMap;
import gnu.trove.set.hash.THashSet;
import gnu.trove.set.hash.TIntHashSet;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArraySet;
import it.unimi.dsi.fastutil.ints.IntIntPair;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.collections4.ListUtils;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bag.TreeBag;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.bidimap.DualTreeBidiMap;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.keyvalue.DefaultKeyValue;
import org.apache.commons.collections4.keyvalue.DefaultMapEntry;
import org.apache.commons.collections4.keyvalue.MultiKey;
import org.apache.commons.collections4.list.CursorableLinkedList;
import org.apache.commons.collections4.list.NodeCachingLinkedList;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.map.CaseInsensitiveMap;
import org.apache.commons.collections4.map.Flat3Map;
import org.apache.commons.collections4.map.HashedMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.LinkedMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.map.MultiKeyMap;
import org.apache.commons.collections4.map.ReferenceMap;
import org.apache.commons.collections4.map.SingletonMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multimap.HashSetValuedHashMap;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.set.ListOrderedSet;
import org.apache.commons.collections4.trie.PatriciaTrie;
import org.apache.commons.lang3.CharSet;
import org.apache.commons.lang3.IntegerRange;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.mutable.MutableBoolean;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.mutable.MutableObject;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.MutablePair;
import org.apache.commons.lang3.tuple.MutableTriple;
import org.apache.commons.lang3.tuple.Triple;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.geometry.euclidean.threed.Vector3D;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayFieldVector;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.BlockRealMatrix;
import org.apache.commons.math3.linear.OpenMapRealVector;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.eclipse.collections.impl.factory.Bags;
import org.eclipse.collections.impl.factory.BiMaps;
import org.eclipse.collections.impl.factory.Multimaps;
import org.eclipse.collections.impl.factory.SortedMaps;
import org.eclipse.collections.impl.factory.SortedSets;
import org.eclipse.collections.impl.factory.Stacks;
import org.eclipse.collections.impl.factory.primitive.IntIntMaps;
import org.eclipse.collections.impl.factory.primitive.IntSets;
import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;
import org.eclipse.collections.impl.tuple.Tuples;
import org.eclipse.collections.impl.tuple.primitive.PrimitiveTuples;
import org.pcollections.AmortizedPQueue;
import org.pcollections.ConsPStack;
import org.pcollections.HashTreePBag;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.OrderedPSet;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;
import org.pcollections.TreePVector;

/// What programs send of Eclipse Collections, fastutil, Commons Collections and Commons Lang, HPPC, Trove and PCollections.
@SuppressWarnings({"JdkObsolete", "ImmutableEnumChecker", "UnnecessarilyFullyQualified", "deprecation", "rawtypes", "unchecked", "serial"})
final class CollectionSamples {
    private CollectionSamples() {}

    static Stream<Sample> all() throws Exception {
        return Stream.of(eclipse(), fastutil(), commons(), hppc(), trove(), pcollections()).flatMap(each -> each);
    }

    private static Stream<Sample> eclipse() throws Exception {
        return Stream.of(
                Sample.same(org.eclipse.collections.impl.factory.Lists.mutable.of(1, 2)),
                Sample.same(org.eclipse.collections.impl.factory.Lists.immutable.of(1, 2)),
                Sample.same(org.eclipse.collections.impl.factory.Lists.immutable.of()),
                Sample.same(org.eclipse.collections.impl.factory.Lists.immutable.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
                Sample.same(org.eclipse.collections.impl.factory.Sets.mutable.of(1, 2)),
                Sample.same(org.eclipse.collections.impl.factory.Sets.mutable.of(Sample.Mood.CALM)),
                Sample.same(org.eclipse.collections.impl.factory.Sets.immutable.of(1, 2)),
                Sample.same(org.eclipse.collections.impl.factory.Maps.mutable.of("a", 1)),
                Sample.same(org.eclipse.collections.impl.factory.Maps.immutable.of("a", 1)),
                Sample.same(SortedMaps.mutable.of("a", 1)),
                Sample.same(SortedSets.mutable.of("a")),
                Sample.same(SortedSets.immutable.of("a")),
                Sample.same(Bags.mutable.of("a", "a")),
                Sample.same(Bags.immutable.of("a", "a")),
                Sample.same(BiMaps.mutable.of("a", 1)),
                Sample.same(Stacks.mutable.of(1, 2)),
                Sample.same(Stacks.immutable.of(1, 2)),
                Sample.same(Multimaps.mutable.list.with("a", 1)),
                Sample.same(Multimaps.immutable.list.with("a", 1)),
                Sample.same(org.eclipse.collections.impl.factory.primitive.IntLists.mutable.of(1, 2)),
                Sample.same(org.eclipse.collections.impl.factory.primitive.IntLists.immutable.of(1, 2)),
                Sample.same(IntSets.mutable.of(1, 2)),
                Sample.same(IntIntMaps.mutable.empty()),
                Sample.same(new org.eclipse.collections.impl.map.mutable.primitive.IntObjectHashMap<String>().withKeyValue(1, "a")),
                Sample.same(new org.eclipse.collections.impl.map.mutable.primitive.ObjectIntHashMap<String>().withKeyValue("a", 1)),
                Sample.same(Tuples.pair("a", 1)),
                Sample.same(Tuples.triple(1, 2, 3)),
                Sample.same(PrimitiveTuples.pair(1, 2)),
                Sample.same(org.eclipse.collections.impl.list.Interval.oneTo(5)),
                Sample.same(ConcurrentHashMap.newMap(Map.of("a", 1))),
                Sample.same(org.eclipse.collections.impl.factory.Lists.mutable.of(1, 2).asUnmodifiable()),
                Sample.same(org.eclipse.collections.impl.factory.Lists.mutable.of(1, 2).asSynchronized()),
                Sample.alike(org.eclipse.collections.impl.factory.Maps.mutable.of("a", 1).keySet()));
    }

    private static Stream<Sample> fastutil() throws Exception {
        return Stream.of(
                Sample.same(it.unimi.dsi.fastutil.ints.IntArrayList.wrap(new int[]{1, 2})),
                Sample.same(new IntOpenHashSet(new int[]{1, 2})),
                Sample.same(new IntArraySet(new int[]{1, 2})),
                Sample.same(new IntRBTreeSet(new int[]{1, 2})),
                Sample.same(new IntLinkedOpenHashSet(new int[]{1, 2})),
                Sample.same(new Int2IntOpenHashMap(new int[]{1}, new int[]{2})),
                Sample.same(new Int2ObjectOpenHashMap<>(new int[]{1}, new String[]{"a"})),
                Sample.same(new Int2ObjectAVLTreeMap<>(new int[]{1}, new String[]{"a"})),
                Sample.same(new Int2ObjectLinkedOpenHashMap<>(new int[]{1}, new String[]{"a"})),
                Sample.same(new Object2IntOpenHashMap<>(new Sample.Mood[]{Sample.Mood.CALM}, new int[]{2})),
                Sample.same(new Object2ObjectOpenHashMap<>(Map.of("a", 1))),
                Sample.same(new ObjectOpenHashSet<>(List.of(Sample.Mood.WILD))),
                Sample.same(new it.unimi.dsi.fastutil.objects.ObjectArrayList<>(List.of("a"))),
                Sample.same(new it.unimi.dsi.fastutil.doubles.DoubleArrayList(new double[]{1})),
                Sample.same(new LongOpenHashSet(new long[]{1})),
                Sample.same(new Long2DoubleOpenHashMap(new long[]{1}, new double[]{2})),
                Sample.same(it.unimi.dsi.fastutil.ints.IntLists.singleton(3)),
                Sample.same(it.unimi.dsi.fastutil.ints.IntLists.emptyList()),
                Sample.same(IntList.of(1, 2)),
                Sample.same(it.unimi.dsi.fastutil.ints.IntLists.unmodifiable(IntList.of(1, 2))),
                Sample.same(IntIntPair.of(1, 2)),
                Sample.same(it.unimi.dsi.fastutil.Pair.of("a", "b")),
                Sample.same(it.unimi.dsi.fastutil.ints.IntArrayList.of(1, 2, 3).subList(0, 2)),
                Sample.same(new Int2IntOpenHashMap(new int[]{1}, new int[]{2}).keySet()),
                Sample.same(new Int2IntOpenHashMap(new int[]{1}, new int[]{2}).values()),
                Sample.same(new Int2IntOpenHashMap(new int[]{1}, new int[]{2}).int2IntEntrySet()),
                Sample.same(fifo(), queue -> ((IntArrayFIFOQueue) queue).firstInt()));
    }

    private static Stream<Sample> commons() throws Exception {
        return Stream.of(
                Sample.same(org.apache.commons.lang3.tuple.Pair.of("a", 1)),
                Sample.same(MutablePair.of("a", 1)),
                Sample.same(Triple.of(1, 2, 3)),
                Sample.same(MutableTriple.of(1, 2, 3)),
                Sample.same(new MutableInt(3)),
                Sample.same(new MutableObject<>("a")),
                Sample.same(new MutableBoolean(true)),
                Sample.same(org.apache.commons.lang3.Range.of(1, 3)),
                Sample.same(IntegerRange.of(1, 3)),
                Sample.same(org.apache.commons.lang3.math.Fraction.ONE_HALF),
                Sample.same(FastDateFormat.getInstance("yyyy")),
                Sample.same(CharSet.getInstance("a-c")),
                Sample.same(ObjectUtils.NULL),
                Sample.same(ImmutablePair.nullPair()),
                Sample.same(new HashBag<>(List.of("a", "a"))),
                Sample.same(new TreeBag<>(List.of("a", "a"))),
                Sample.same(new DualHashBidiMap<>(Map.of("a", 1))),
                Sample.same(new TreeBidiMap<>(Map.of("a", 1))),
                Sample.same(new DualTreeBidiMap<>(Map.of("a", 1))),
                Sample.same(new LRUMap<>(Map.of("a", 1))),
                Sample.same(new LinkedMap<>(Map.of("a", 1))),
                Sample.same(new HashedMap<>(Map.of("a", 1))),
                Sample.same(new CaseInsensitiveMap<>(Map.of("a", 1))),
                Sample.same(new Flat3Map<>(Map.of("a", 1))),
                Sample.same(new ListOrderedMap<>()),
                Sample.same(new MultiKeyMap<>()),
                Sample.same(new ReferenceMap<>()),
                Sample.same(new SingletonMap<>("a", 1)),
                Sample.same(new ArrayListValuedHashMap<>(Map.of("a", 1))),
                Sample.same(new HashSetValuedHashMap<>(Map.of("a", 1))),
                Sample.same(new TreeList<>(List.of(1, 2))),
                Sample.same(new CursorableLinkedList<>(List.of(1, 2))),
                Sample.same(new NodeCachingLinkedList<>(List.of(1))),
                Sample.same(new ListOrderedSet<>()),
                Sample.same(new MultiKey<>("a", "b")),
                Sample.same(new DefaultKeyValue<>("a", "b")),
                Sample.same(new DefaultMapEntry<>("a", "b")),
                Sample.same(new PatriciaTrie<>(Map.of("a", 1))),
                Sample.same(ListUtils.unmodifiableList(new ArrayList<>(List.of(1)))),
                Sample.same(new HashBag<>(List.of(Sample.Mood.CALM))),
                Sample.same(new LinkedMap<>(Map.of(Sample.Mood.CALM, 1))),
                Sample.same(new Complex(1, 2)),
                Sample.same(new ArrayRealVector(new double[]{1, 2})),
                Sample.same(new Array2DRowRealMatrix(new double[][]{{1, 2}})),
                Sample.same(new BlockRealMatrix(new double[][]{{1, 2}})),
                Sample.same(new org.apache.commons.math3.fraction.Fraction(1, 2)),
                Sample.same(new BigFraction(1, 2)),
                Sample.same(new Vector3D(1, 2, 3)),
                Sample.same(new org.apache.commons.math3.util.Pair<>("a", 1)),
                Sample.same(new OpenMapRealVector(new double[]{1, 0, 2})),
                Sample.same(new PolynomialFunction(new double[]{1, 2})),
                Sample.same(new SummaryStatistics()),
                Sample.same(new ArrayFieldVector<>(
                        new org.apache.commons.math3.fraction.Fraction[]{org.apache.commons.math3.fraction.Fraction.ONE})),
                Sample.same(circular(), queue -> queue + " " + ((CircularFifoQueue<?>) queue).maxSize()));
    }

    private static Stream<Sample> hppc() throws Exception {
        return Stream.of(
                Sample.same(com.carrotsearch.hppc.IntArrayList.from(1, 2)),
                Sample.same(IntHashSet.from(1, 2)),
                Sample.same(IntIntHashMap.from(new int[]{1}, new int[]{2})),
                Sample.same(com.carrotsearch.hppc.IntObjectHashMap.from(new int[]{1}, new String[]{"a"})),
                Sample.same(com.carrotsearch.hppc.ObjectIntHashMap.from(new String[]{"a"}, new int[]{1})),
                Sample.same(com.carrotsearch.hppc.ObjectIntHashMap.from(new Sample.Mood[]{Sample.Mood.CALM}, new int[]{1})),
                Sample.same(ObjectObjectHashMap.from(new String[]{"a"}, new String[]{"b"})),
                Sample.same(ObjectHashSet.from("a", "b")),
                Sample.same(com.carrotsearch.hppc.ObjectArrayList.from("a", "b")),
                Sample.same(LongArrayDeque.from(1, 2)),
                Sample.same(com.carrotsearch.hppc.DoubleArrayList.from(1, 2)),
                Sample.same(new com.carrotsearch.hppc.BitSet(5)));
    }

    private static Stream<Sample> trove() throws Exception {
        return Stream.of(
                Sample.same(new TIntArrayList(new int[]{1, 2})),
                Sample.same(new TIntHashSet(new int[]{1, 2})),
                Sample.same(new THashMap<>(Map.of("a", 1))),
                Sample.same(new THashMap<>(Map.of(Sample.Mood.CALM, 1))),
                Sample.same(new THashSet<>(List.of("a"))),
                Sample.same(new TIntIntHashMap(new int[]{1}, new int[]{2})),
                Sample.same(enumsToInts()),
                Sample.same(new TObjectIntHashMap<>()),
                Sample.same(new TIntLinkedList(new TIntArrayList(new int[]{1, 2}))));
    }

    private static Stream<Sample> pcollections() throws Exception {
        return Stream.of(
                Sample.same(TreePVector.from(List.of(1, 2))),
                Sample.same(ConsPStack.from(List.of(1, 2))),
                Sample.same(HashTreePMap.from(Map.of("a", 1))),
                Sample.same(HashTreePMap.from(Map.of(Sample.Mood.CALM, 1))),
                Sample.same(HashTreePSet.from(List.of(1))),
                Sample.same(OrderedPSet.from(List.of(1, 2))),
                Sample.same(TreePMap.from(Map.of("a", 1))),
                Sample.same(TreePSet.from(List.of(1))),
                Sample.same(HashTreePBag.from(List.of(1, 1))),
                Sample.same(AmortizedPQueue.<Integer>empty().plus(1)));
    }

    private static Object enumsToInts() {
        var map = new TObjectIntHashMap<Sample.Mood>();
        map.put(Sample.Mood.CALM, 1);
        return map;
    }

    private static IntArrayFIFOQueue fifo() {
        var queue = new IntArrayFIFOQueue();
        queue.enqueue(3);
        return queue;
    }

    private static CircularFifoQueue<Integer> circular() {
        var queue = new CircularFifoQueue<Integer>(3);
        queue.add(1);
        return queue;
    }
}
