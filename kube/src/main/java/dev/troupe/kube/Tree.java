package dev.troupe.kube;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Maps, lists and scalars, in the order they are written in.
final class Tree {
    private Tree() {}

    /// A map: key, value, key, value.
    static Map<String, Object> of(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    /// Words such as True, which others would read as truth values, are quoted.
    static String yaml(List<Map<String, Object>> documents) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> document : documents) {
            text.append(text.isEmpty() ? "" : "---\n").append(new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK)
                    .setWidth(200).setDereferenceAliases(true).setSchema(new CoreSchema()).build()).dumpToString(document));
        }
        return text.toString();
    }
}
