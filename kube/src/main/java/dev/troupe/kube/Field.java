package dev.troupe.kube;

import java.util.List;
import java.util.Map;

/// One field of an object, as its schema describes it.
record Field(String name, FieldType type, String description) {
    static FieldType text(String... allowed) {
        return new FieldType.Text(List.of(allowed), 0);
    }

    static FieldType time() {
        return new FieldType.Time();
    }

    static FieldType flag() {
        return new FieldType.Flag();
    }

    static FieldType whole(int min) {
        return new FieldType.Whole(min, false);
    }

    static FieldType anything() {
        return new FieldType.Anything();
    }

    static FieldType group(Field... fields) {
        return new FieldType.Group(List.of(fields), Map.of());
    }

    static FieldType many(FieldType each) {
        return new FieldType.Many(each, Map.of());
    }

    static FieldType named(FieldType each) {
        return new FieldType.Named(each);
    }

    /// A field.
    static Field of(String name, FieldType type, String description) {
        return new Field(name, type, description);
    }
}
