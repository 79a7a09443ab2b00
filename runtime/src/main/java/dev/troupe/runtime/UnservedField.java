package dev.troupe.runtime;

import java.util.List;

/// A field of a runtime environment that is not supported here. It is rejected, because a program that asks for it would miss it later.
final class UnservedField {
    private UnservedField() {}

    /// The rest of a sentence that begins with its name, and says what to do instead.
    ///
    /// @param served the supported fields
    static String why(String name, List<String> served) {
        return switch (name) {
            case "pip", "conda", "uv", "py_modules", "py_executable", "worker_process_setup_hook" ->
                    "is for Python, and workers here run Java: leave it out, and list libraries in java_jars";
            case "container", "image_uri" ->
                    "is not supported, because workers are processes on the machine of the driver: leave it out, and start the driver in that image";
            case "excludes" -> "is not supported: use a working_dir that contains only the files that workers need";
            default -> "does not exist: the fields are " + String.join(", ", served);
        };
    }
}
