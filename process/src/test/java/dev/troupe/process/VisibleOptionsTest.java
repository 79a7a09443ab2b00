package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VisibleOptionsTest {
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault(zone);
    }

    @Test
    void aProgramSeesPropertiesAssertionsAndAccessToModules() {
        List<String> visible = List.of("-Dregion=north", "-Dtext=several\nlines\r\n", "-ea", "-da:my.pkg...", "-esa", "--enable-preview",
                "--add-opens=java.base/java.util=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "--add-modules=java.sql,ALL-SYSTEM");
        assertEquals(visible, VisibleOptions.of(visible));
    }

    @Test
    void whatBelongsToOneProcessStaysThere() {
        assertEquals(List.of(), VisibleOptions.of(List.of("-Xmx1g", "-XX:+UseZGC", "-javaagent:a.jar", "-Xlog:gc", "-verbose:gc",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=5005", "-Dcom.sun.management.jmxremote.port=9010",
                "--module-path=mods")));
    }

    @Test
    void defaultsThatTheProgramLeftAloneAreNotSaidAgain() {
        assertEquals(Map.of(), VisibleOptions.defaults(System::getProperty));
    }

    @Test
    void aLocaleAndATimeZoneOfTheProgramsOwnAreHandedOver() {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist"));
        Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
        Map<String, String> defaults = VisibleOptions.defaults(System::getProperty);
        assertEquals("Asia/Tokyo", defaults.get("user.timezone"));
        assertEquals("th", defaults.get("user.language"));
        assertEquals("TH", defaults.get("user.country.display"));
        assertEquals("u-ca-buddhist", defaults.get("user.extensions"));
        assertEquals("de", defaults.get("user.language.format"));
        assertEquals("", defaults.get("user.extensions.format"));
    }

    @Test
    void whatTheEnvironmentSaysIsNotSaidTwice() {
        String own = VisibleOptions.ofThisProcess(Map.of()).stream().filter(option -> option.startsWith("-D")).findFirst().orElse("-Dnone");
        assertFalse(VisibleOptions.ofThisProcess(Map.of("JAVA_TOOL_OPTIONS", own)).contains(own));
        assertTrue(VisibleOptions.ofThisProcess(Map.of()).contains(own) || own.equals("-Dnone"));
    }
}
