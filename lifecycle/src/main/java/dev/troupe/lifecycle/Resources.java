package dev.troupe.lifecycle;

/// What a coordinator asks for each pod.
///
/// @param cpus a quantity; empty to leave it as the template has it
/// @param memory a quantity; empty to leave it as the template has it
/// @param gpus 0 to leave it as the template has it
public record Resources(String cpus, String memory, int gpus) {
    static final Resources AS_WRITTEN = new Resources("", "", 0);

    Resources withGpus(int gpus) {
        return new Resources(cpus, memory, gpus);
    }
}
