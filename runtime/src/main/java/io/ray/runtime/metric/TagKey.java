package io.ray.runtime.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The name of a tag.
public class TagKey {
    private final String tagKey;

    public TagKey(String tagKey) {
        this.tagKey = Objects.requireNonNull(tagKey, "the name of a tag is null");
    }

    public String getTagKey() {
        return tagKey;
    }

    /// The same tags with keys of this class.
    public static Map<TagKey, String> tagsFromMap(Map<String, String> tags) {
        Map<TagKey, String> result = new LinkedHashMap<>();
        tags.forEach((key, value) -> result.put(new TagKey(key), value));
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof TagKey key && key.getClass() == getClass() && key.tagKey.equals(tagKey));
    }

    @Override
    public int hashCode() {
        return tagKey.hashCode();
    }

    @Override
    public String toString() {
        return "TagKey{tagKey='" + tagKey + "'}";
    }
}
