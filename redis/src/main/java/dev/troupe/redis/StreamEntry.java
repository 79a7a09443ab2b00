package dev.troupe.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One entry of a stream in an answer of Redis: an id and a list of names and values.
record StreamEntry(String id, List<?> fields) {
    /// The entries of the answer to an `XREAD` of one stream; none if it timed out.
    static List<StreamEntry> all(Object answer) {
        List<StreamEntry> entries = new ArrayList<>();
        if (answer instanceof List<?> streams) {
            for (Object stream : streams) {
                for (Object entry : (List<?>) ((List<?>) stream).get(1)) {
                    List<?> parts = (List<?>) entry;
                    entries.add(new StreamEntry(new String((byte[]) parts.get(0), StandardCharsets.US_ASCII), (List<?>) parts.get(1)));
                }
            }
        }
        return entries;
    }

    /// Null if there is no field of that name.
    byte[] field(String name) {
        byte[] wanted = Place.bytes(name);
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            if (Arrays.equals(wanted, (byte[]) fields.get(i))) {
                return (byte[]) fields.get(i + 1);
            }
        }
        return null;
    }
}
