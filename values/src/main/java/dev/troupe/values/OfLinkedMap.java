package dev.troupe.values;

import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.collection.MapSerializer;

/// Fory's own serializer loses whether the map is in access order, which is known only from a private field.
@SuppressWarnings({"rawtypes", "NonApiType"})
final class OfLinkedMap extends MapSerializer<LinkedHashMap> {
    private static final float USUAL_LOAD = 0.75f;
    private static final VarHandle ACCESS_ORDER = accessOrder();

    OfLinkedMap(TypeResolver resolver) {
        super(resolver, LinkedHashMap.class, true);
    }

    @Override
    public Map onMapWrite(WriteContext out, LinkedHashMap value) {
        MemoryBuffer buffer = out.getBuffer();
        buffer.writeVarUInt32Small7(value.size());
        buffer.writeBoolean(isInAccessOrder(value));
        return value;
    }

    @Override
    public LinkedHashMap newMap(ReadContext in, boolean entriesHaveBytes) {
        int size = readMapSize(in, in.getBuffer(), entriesHaveBytes);
        setNumElements(size);
        LinkedHashMap map = in.getBuffer().readBoolean()
                ? new LinkedHashMap(size, USUAL_LOAD, true)
                : new LinkedHashMap(size);
        in.reference(map);
        return map;
    }

    static boolean isInAccessOrder(LinkedHashMap map) {
        return ACCESS_ORDER != null && (boolean) ACCESS_ORDER.get(map);
    }

    private static VarHandle accessOrder() {
        try {
            return JdkAccess.lookup(LinkedHashMap.class).findVarHandle(LinkedHashMap.class, "accessOrder", boolean.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
