package dev.troupe.node;

import java.util.ArrayList;
import java.util.List;

/// The GPUs of a machine: the head numbers them 0, 1, 2 …; `CUDA_VISIBLE_DEVICES`, if set, says which devices these are.
///
/// @param names empty if their numbers are their names
public record Gpus(List<String> names) {
    public Gpus { names = List.copyOf(names); }

    /// The devices that a variable lists.
    ///
    /// @param visible the value of the variable; null if it is not set
    public static Gpus visible(String visible) {
        List<String> names = new ArrayList<>();
        for (String name : visible == null ? new String[0] : visible.split(",", -1)) {
            if (name.isBlank() || name.strip().equals("-1") || name.strip().equals("NoDevFiles")) {
                break;
            }
            names.add(name.strip());
        }
        return new Gpus(names);
    }

    public static Gpus here() {
        return visible(System.getenv("CUDA_VISIBLE_DEVICES"));
    }

    public String name(int device) {
        return device < names.size() ? names.get(device) : Integer.toString(device);
    }

    /// The name as a number; a name that is not a number (`GPU-8932f937-…`) is replaced by its position.
    public long id(int device) {
        return name(device).matches("\\d{1,9}") ? Long.parseLong(name(device)) : device;
    }
}
