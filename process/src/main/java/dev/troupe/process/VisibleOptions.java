package dev.troupe.process;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The JVM options whose effects a program can see, for another JVM that runs the same program: system properties of the command line,
/// assertions, preview features, access to modules, and the default locale and time zone, even if the program itself changed these two.
/// Heap size, garbage collector, agents and debuggers are not included: they belong to one process.
public final class VisibleOptions {
    private static final Pattern VISIBLE = Pattern.compile("-D.*|-(ea|da|enableassertions|disableassertions)(:.*)?"
            + "|-(esa|dsa|enablesystemassertions|disablesystemassertions)|--enable-preview"
            + "|--(add-modules|add-opens|add-exports|add-reads|enable-native-access|illegal-native-access|sun-misc-unsafe-memory-access)=.*",
            Pattern.DOTALL);
    /// Options that belong to one process: two processes cannot listen on the same port, and the class path is passed on separately.
    private static final Pattern OF_ONE_PROCESS = Pattern.compile("-D(com\\.sun\\.management\\.|java\\.class\\.path=).*", Pattern.DOTALL);

    private VisibleOptions() {}

    /// The options of this JVM, with the present defaults.
    ///
    /// @param variables which the other JVM gets as well, and with them the options in `JAVA_TOOL_OPTIONS` and `JDK_JAVA_OPTIONS`
    public static List<String> ofThisProcess(Map<String, String> variables) {
        List<String> visible = new ArrayList<>(of(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        visible.removeAll(JvmOptions.ofVariables(variables));
        defaults(System::getProperty).forEach((name, value) -> visible.add("-D" + name + "=" + value));
        return visible;
    }

    static List<String> of(List<String> arguments) {
        return arguments.stream().filter(option -> VISIBLE.matcher(option).matches() && !OF_ONE_PROCESS.matcher(option).matches()).toList();
    }

    /// Properties that give another JVM the defaults of this one, as far as the program has changed them since it started.
    ///
    /// @param properties of this JVM
    static Map<String, String> defaults(UnaryOperator<String> properties) {
        Map<String, String> changed = new TreeMap<>();
        TimeZone zone = TimeZone.getDefault();
        boolean known = TimeZone.getTimeZone(zone.getID()).hasSameRules(zone);
        if (known && !zone.getID().equals(properties.apply("user.timezone"))) {
            changed.put("user.timezone", zone.getID());
        }
        locale("", Locale.getDefault(), properties, changed);
        locale(".display", Locale.getDefault(Locale.Category.DISPLAY), properties, changed);
        locale(".format", Locale.getDefault(Locale.Category.FORMAT), properties, changed);
        return changed;
    }

    private static void locale(String category, Locale locale, UnaryOperator<String> properties, Map<String, String> changed) {
        String extensions = String.join("-", locale.getExtensionKeys().stream().map(key -> key + "-" + locale.getExtension(key)).toList());
        Map<String, String> parts = Map.of("user.language", locale.getLanguage(), "user.script", locale.getScript(), "user.country",
                locale.getCountry(), "user.variant", locale.getVariant(), "user.extensions", extensions);
        boolean same = parts.entrySet().stream().allMatch(part -> {
            String own = properties.apply(part.getKey() + category);
            String now = own == null ? properties.apply(part.getKey()) : own;
            return part.getValue().equals(now == null ? "" : now);
        });
        if (!same) {
            parts.forEach((name, value) -> changed.put(name + category, value));
        }
    }
}
