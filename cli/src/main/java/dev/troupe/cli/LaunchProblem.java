package dev.troupe.cli;

import dev.troupe.dijob.Problem;
import java.util.Optional;

/// Says what is wrong with the DIJob that `troupe launch` makes in the words of its options, which are all that the user has written.
///
/// @param gpuResource the name that `--gpu-resource` gives GPUs
record LaunchProblem(String gpuResource) {
    /// The sentence with the option in place of the field, if an option sets the field.
    String sentence(Problem problem) {
        return option(problem.path())
                .map(option -> option + " " + problem.sentence().substring(problem.path().length()).replaceFirst("^ is ", ""))
                .orElse(problem.sentence());
    }

    private Optional<String> option(String path) {
        if (path.contains(".resources.") && path.contains(gpuResource)) {
            return Optional.of("--gpu-resource");
        }
        if (path.contains(".env")) {
            return Optional.of("--env");
        }
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "cpu" -> Optional.of("--cpu");
            case "memory" -> Optional.of("--memory");
            case "image" -> Optional.of("--image");
            case "backoffLimit" -> Optional.of("--backoff-limit");
            case "name" -> path.equals("metadata.name") ? Optional.of("--name") : Optional.empty();
            case "namespace" -> Optional.of("--namespace");
            default -> Optional.empty();
        };
    }
}
