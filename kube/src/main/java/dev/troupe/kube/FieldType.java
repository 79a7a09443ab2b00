package dev.troupe.kube;

import java.util.List;
import java.util.Map;

/// What a field holds.
sealed interface FieldType {
    /// Words.
    ///
    /// @param allowed nothing else is; empty when anything is
    /// @param longest how many characters rules may have to compare; 0 where there are no rules about it
    record Text(List<String> allowed, int longest) implements FieldType {}

    record Time() implements FieldType {}

    record Flag() implements FieldType {}

    /// A whole number.
    ///
    /// @param empty whether it may be written with nothing behind it, and that means something
    record Whole(int min, boolean empty) implements FieldType {}

    /// A map of which everything is kept: what it may hold depends on the version of Kubernetes, or on the user.
    record Anything() implements FieldType {}

    /// A map with fields of ours.
    ///
    /// @param rules of CEL, by the sentence shown when one does not hold
    record Group(List<Field> fields, Map<String, String> rules) implements FieldType {}

    record Many(FieldType each, Map<String, String> rules) implements FieldType {}

    /// A map with keys of the user's.
    record Named(FieldType each) implements FieldType {}
}
