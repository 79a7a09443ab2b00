package dev.troupe.process;

import java.lang.module.ModuleFinder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Translates the options of a modular program for its workers. Workers have the same classes on their class path, where the program's modules
/// have no names and are all open.
final class ModuleOptions {
    private static final Pattern OF_THE_PATH = Pattern
            .compile("--(upgrade-)?module-path=.*|--(limit-modules|module)=.*|-Djdk\\.module\\..*");
    private static final Pattern EXTRA = Pattern.compile("--add-modules=(.*)");
    private static final Pattern OPENING = Pattern.compile("(--add-(?:opens|exports|reads)=([^/=]+)(?:/[^=]+)?)=(.*)");
    private static final Pattern NATIVE = Pattern.compile("--enable-native-access=(.*)");

    private ModuleOptions() {}

    static List<String> onClassPath(List<String> options) {
        return options.stream().filter(option -> !OF_THE_PATH.matcher(option).matches()).map(ModuleOptions::onClassPath)
                .flatMap(Optional::stream).toList();
    }

    private static Optional<String> onClassPath(String option) {
        Matcher extra = EXTRA.matcher(option);
        if (extra.matches()) {
            String known = Arrays.stream(extra.group(1).split(",")).filter(ModuleOptions::isKnown).collect(Collectors.joining(","));
            return known.isEmpty() ? Optional.empty() : Optional.of("--add-modules=" + known);
        }
        Matcher nativeAccess = NATIVE.matcher(option);
        if (nativeAccess.matches()) {
            return Optional.of("--enable-native-access=" + there(nativeAccess.group(1)));
        }
        Matcher opening = OPENING.matcher(option);
        if (!opening.matches()) {
            return Optional.of(option);
        }
        return isKnown(opening.group(2)) ? Optional.of(opening.group(1) + "=" + there(opening.group(3))) : Optional.empty();
    }

    /// The names that these modules have in a worker.
    private static String there(String modules) {
        return Arrays.stream(modules.split(",")).map(module -> isKnown(module) ? module : "ALL-UNNAMED").distinct()
                .collect(Collectors.joining(","));
    }

    private static boolean isKnown(String module) {
        return ModuleFinder.ofSystem().find(module).isPresent() || module.equals("ALL-SYSTEM") || module.equals("ALL-DEFAULT");
    }
}
