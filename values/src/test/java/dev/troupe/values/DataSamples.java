package dev.troupe.values;

import com.alibaba.fastjson2.JSON;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.ToNumberPolicy;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.FieldMask;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Object2IntHashMap;
import org.javatuples.Triplet;
import org.json.JSONObject;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.buffer.MutableRoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

/// What programs send of Gson, Jackson, org.json, fastjson, protobuf, RoaringBitmap, Agrona and javatuples.
final class DataSamples {
    private static final String TEXT = "{\"a\":[1,2.5,\"x\",null,true,12345678901234567890],\"b\":{\"c\":1}}";

    private DataSamples() {}

    private record Report(String name, JsonObject content) {}

    static Stream<Sample> all() throws Exception {
        return Stream.of(gson(), jackson(), json(), protobuf(), others()).flatMap(each -> each);
    }

    private static Stream<Sample> gson() {
        JsonObject object = JsonParser.parseString(TEXT).getAsJsonObject();
        Gson lazy = new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LAZILY_PARSED_NUMBER).create();
        return Stream.of(Sample.same(object), Sample.same(new JsonObject()), Sample.same(object.get("a")),
                Sample.same(new JsonPrimitive(5)), Sample.same(new JsonPrimitive("s")), Sample.same(JsonNull.INSTANCE),
                Sample.same(JsonParser.parseString("1.5")), Sample.same(new Report("r", object)),
                Sample.same(new Gson().fromJson(TEXT, Object.class)), Sample.same(lazy.fromJson(TEXT, Object.class)),
                Sample.refused(new Gson(), "Gson.threadLocalAdapterResults"));
    }

    private static Stream<Sample> jackson() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode tree = mapper.readTree(TEXT);
        JsonNodeFactory nodes = mapper.getNodeFactory();
        JsonNode rare = mapper.createObjectNode().put("decimal", new BigDecimal("1.50")).put("bytes", new byte[]{1})
                .putPOJO("object", List.of(1));
        return Stream.concat(Stream.of(tree, tree.path("missing"), nodes.binaryNode(new byte[]{1}), nodes.pojoNode(List.of(1)),
                nodes.numberNode(new BigDecimal("1.50")), rare, mapper.constructType(String.class)).map(Sample::same),
                Stream.concat(Stream.of(Sample.same(mapper)),
                        tree.get("a").valueStream().map(Sample::same)));
    }

    private static Stream<Sample> json() {
        JSONObject object = new JSONObject(TEXT);
        return Stream.of(Sample.same(object), Sample.same(object.get("a")), Sample.same(JSONObject.NULL, JSONObject.NULL::equals),
                Sample.same(object, copy -> ((JSONObject) copy).getJSONArray("a").isNull(3)),
                Sample.same(JSON.parseObject(TEXT)), Sample.same(JSON.parseArray("[1,2.5,null]")));
    }

    private static Stream<Sample> protobuf() {
        Timestamp time = Timestamp.newBuilder().setSeconds(5).build();
        Struct struct = Struct.newBuilder().putFields("a", Value.newBuilder().setNumberValue(3).build())
                .putFields("b", Value.newBuilder().setListValue(
                        ListValue.newBuilder().addValues(Value.newBuilder().setStringValue("x")))
                        .build())
                .build();
        ByteString bytes = ByteString.copyFromUtf8("abc".repeat(100));
        FieldMask mask = FieldMask.newBuilder().addPaths("a.b").build();
        return Stream.of(Sample.same(time), Sample.same(Timestamp.getDefaultInstance()), Sample.same(struct), Sample.same(Any.pack(time)),
                Sample.same(bytes), Sample.same(ByteString.EMPTY), Sample.alike(bytes.concat(bytes)),
                Sample.same(TimestampProto.getDescriptor().toProto()), Sample.same(NullValue.NULL_VALUE), Sample.same(mask),
                Sample.same(mask.getPathsList()), Sample.same(struct.getFieldsOrThrow("b").getListValue().getValuesList()),
                Sample.same(struct.getFieldsMap()),
                Sample.same(time.toBuilder(), copy -> ((Timestamp.Builder) copy).build()),
                Sample.refused(Timestamp.getDescriptor(), "a protobuf descriptor"),
                Sample.refused(DynamicMessage.newBuilder(time).build(), "at DynamicMessage.type"));
    }

    private static Stream<Sample> others() {
        Int2ObjectHashMap<String> byNumber = new Int2ObjectHashMap<>();
        byNumber.put(1, "a");
        Object2IntHashMap<String> toNumber = new Object2IntHashMap<>(-1);
        toNumber.put("a", 1);
        IntArrayList numbers = new IntArrayList();
        numbers.addInt(3);
        Roaring64Bitmap large = new Roaring64Bitmap();
        large.add(1L << 40);
        Roaring64NavigableMap navigable = new Roaring64NavigableMap();
        navigable.add(1L << 40);
        return Stream.of(RoaringBitmap.bitmapOf(1, 5, 100_000), MutableRoaringBitmap.bitmapOf(1, 2), large, navigable, byNumber, toNumber,
                numbers, Triplet.with(1, "a", 2.0), Map.of("bitmap", RoaringBitmap.bitmapOf(7))).map(Sample::same);
    }
}
