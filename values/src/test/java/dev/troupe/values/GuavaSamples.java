package dev.troupe.values;

import com.google.common.base.Converter;
import com.google.common.base.Function;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ArrayTable;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.ContiguousSet;
import com.google.common.collect.EnumBiMap;
import com.google.common.collect.EnumHashBiMap;
import com.google.common.collect.EnumMultiset;
import com.google.common.collect.EvictingQueue;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Interners;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.MapMaker;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeBasedTable;
import com.google.common.collect.TreeMultimap;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.collect.TreeRangeSet;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.math.Stats;
import com.google.common.net.HostAndPort;
import com.google.common.net.InternetDomainName;
import com.google.common.net.MediaType;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedInteger;
import com.google.common.primitives.UnsignedLong;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.AtomicDouble;
import com.google.common.util.concurrent.AtomicLongMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What programs send of Guava.
@SuppressWarnings({"JdkObsolete", "ImmutableEnumChecker", "UnnecessarilyFullyQualified", "deprecation", "rawtypes", "unchecked", "serial"})
final class GuavaSamples {
    private GuavaSamples() {}

    static Stream<Sample> all() throws Exception {
        return Stream.of(collections()).flatMap(each -> each);
    }

    private static Stream<Sample> collections() throws Exception {
        return Stream.of(
                Sample.same(ImmutableList.of()),
                Sample.same(ImmutableList.of(1)),
                Sample.same(ImmutableList.of(1, 2, 3)),
                Sample.same(ImmutableSet.of(1, 2)),
                Sample.same(ImmutableSet.of(1)),
                Sample.same(ImmutableSet.of()),
                Sample.same(ImmutableSortedSet.of(2, 1)),
                Sample.same(ImmutableMap.of("a", 1)),
                Sample.same(ImmutableMap.of()),
                Sample.same(ImmutableMap.of("a", 1, "b", 2)),
                Sample.same(ImmutableSortedMap.of("a", 1)),
                Sample.same(ImmutableBiMap.of("a", 1)),
                Sample.same(ImmutableBiMap.of("a", 1, "b", 2)),
                Sample.same(ImmutableMultiset.of("a", "a")),
                Sample.same(ImmutableListMultimap.of("a", 1, "a", 2)),
                Sample.same(ImmutableSetMultimap.of("a", 1, "a", 2)),
                Sample.same(ImmutableTable.of("r", "c", 1)),
                Sample.same(ImmutableTable.builder().put("r", "c", 1).put("r2", "c2", 2).build()),
                Sample.same(ImmutableRangeSet.of(Range.closed(1, 3))),
                Sample.same(ImmutableRangeMap.of(Range.closed(1, 3), "x")),
                Sample.same(Sets.immutableEnumSet(Sample.Mood.CALM)),
                Sample.same(Maps.immutableEnumMap(Map.of(Sample.Mood.CALM, 1))),
                Sample.same(ArrayListMultimap.create(ImmutableListMultimap.of("a", 1))),
                Sample.same(HashMultimap.create(ImmutableListMultimap.of("a", 1))),
                Sample.same(LinkedHashMultimap.create(ImmutableListMultimap.of("a", 1))),
                Sample.same(LinkedListMultimap.create(ImmutableListMultimap.of("a", 1))),
                Sample.same(TreeMultimap.create(ImmutableListMultimap.of("a", 1))),
                Sample.same(HashMultiset.create(List.of("a", "a"))),
                Sample.same(LinkedHashMultiset.create(List.of("a", "a"))),
                Sample.same(TreeMultiset.create(List.of("a", "a"))),
                Sample.same(ConcurrentHashMultiset.create(List.of("a"))),
                Sample.same(EnumMultiset.create(List.of(Sample.Mood.WILD))),
                Sample.same(HashBiMap.create(Map.of("a", 1))),
                Sample.same(EnumHashBiMap.create(Map.of(Sample.Mood.CALM, 1))),
                Sample.same(EnumBiMap.create(Map.of(Sample.Mood.CALM, Sample.Shade.DARK))),
                Sample.same(HashBasedTable.create(ImmutableTable.of("r", "c", 1))),
                Sample.same(TreeBasedTable.create()),
                Sample.same(ArrayTable.create(ImmutableTable.of("r", "c", 1))),
                Sample.same(TreeRangeSet.create(List.of(Range.closed(1, 3)))),
                Sample.same(TreeRangeMap.create()),
                Sample.same(Range.closed(1, 3)),
                Sample.same(Range.all()),
                Sample.same(Range.atLeast(3)),
                Sample.same(Multimaps.synchronizedListMultimap(ArrayListMultimap.create())),
                Sample.same(com.google.common.base.Optional.of(1)),
                Sample.same(com.google.common.base.Optional.absent()),
                Sample.same(ImmutableIntArray.of(1, 2)),
                Sample.same(Ints.asList(1, 2)),
                Sample.same(UnsignedInteger.ONE),
                Sample.same(UnsignedLong.ONE),
                Sample.same(HashCode.fromInt(5)),
                Sample.same(Hashing.murmur3_128()),
                Sample.same(HostAndPort.fromString("a:1")),
                Sample.same(InternetDomainName.from("a.com")),
                Sample.same(MediaType.JPEG),
                Sample.same(Lists.reverse(List.of(1, 2))),
                Sample.same(Lists.partition(List.of(1, 2, 3), 2)),
                Sample.same(Lists.transform(new ArrayList<>(List.of(1)),
                        (Function<Object, String> & Serializable) Object::toString)),
                Sample.same(Sets.union(Set.of(1), Set.of(2))),
                Sample.same(Maps.immutableEntry(1, 2)),
                Sample.same(ContiguousSet.closed(1, 3)),
                Sample.same(Stats.of(1, 2)),
                Sample.same(Ordering.natural()),
                Sample.refused(Splitter.on(","), "Serializable"),
                Sample.same(Converter.identity()),
                Sample.same(CacheBuilder.newBuilder().build()),
                Sample.same(Interners.newWeakInterner()),
                Sample.same(new MapMaker().weakKeys().makeMap()),
                Sample.same(TypeToken.of(String.class)),
                Sample.same(ImmutableMap.of("a", 1).entrySet()),
                Sample.same(ImmutableMap.of("a", 1).keySet()),
                Sample.alike(ImmutableMap.of("a", 1, "b", 2).values()),
                Sample.same(ImmutableListMultimap.of("a", 1).asMap()),
                Sample.same(ImmutableMultiset.of("a", "a").entrySet()),
                Sample.alike(HashMultimap.create(ImmutableListMultimap.of("a", 1)).asMap()),
                Sample.same(ArrayListMultimap.create(ImmutableListMultimap.of("a", 1)).get("a")),
                Sample.same(HashBiMap.create(Map.of("a", 1)).inverse()),
                Sample.same(ImmutableBiMap.of("a", 1, "b", 2).inverse()),
                Sample.alike(ImmutableList.of(1, 2, 3).subList(0, 2)),
                Sample.alike(ImmutableList.of(1, 2, 3).reverse()),
                Sample.same(ImmutableSortedMap.of("a", 1, "b", 2).descendingMap()),
                Sample.same(queue(), queue -> queue + " " + ((EvictingQueue<?>) queue).remainingCapacity()),
                Sample.same(filter()),
                Sample.same(new AtomicDouble(3)),
                Sample.same(AtomicLongMap.create(Map.of("a", 1L))));
    }

    private static EvictingQueue<Integer> queue() {
        EvictingQueue<Integer> queue = EvictingQueue.create(3);
        queue.add(1);
        return queue;
    }

    private static BloomFilter<Integer> filter() {
        BloomFilter<Integer> filter = BloomFilter.create(Funnels.integerFunnel(), 100);
        filter.put(3);
        return filter;
    }
}
