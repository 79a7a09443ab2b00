package dev.troupe.dijob;

/// Something wrong with a file, as a sentence for the one who wrote it: the place, the value, what is allowed.
///
/// @param path of the field, e.g. `spec.tasks[0].replicas`; empty for the file as a whole
/// @param sentence complete, with the path in it
public record Problem(String path, String sentence) {
    @Override
    public String toString() {
        return sentence;
    }
}
