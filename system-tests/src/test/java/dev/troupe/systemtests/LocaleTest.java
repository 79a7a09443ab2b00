package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A package may have any name, also in the locale of most containers, whose letters are ASCII. A shell makes the name: the locale of these tests may
/// not know its letters either.
final class LocaleTest {
    private static final String PACKAGE = "name=$(printf 'pr\\303\\266gramme') && mkdir \"$name\" && cp -r '" + Shell.ROOT
            + "/examples/target/classes/.' \"$name\" && ";
    private static final String DITASK = "exec '" + Shell.ROOT.resolve("bin", "ditask")
            + "' --main dev.troupe.examples.LocalGreeting.main ";

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_ALL=POSIX", "LANG=C", "LANG="})
    void aPackageMayHaveAnyName(String locale) throws Exception {
        var named = in(locale).startCommand("sh", "-c", PACKAGE + DITASK + "--package \"$name\"").ended().ok();
        assertEquals(List.of("[0] Get msg: Hi"), named.out());
    }

    @Test
    void soMayTheDirectoryThatItRunsIn() throws Exception {
        var here = in("LC_ALL=C").startCommand("sh", "-c", PACKAGE + "cd \"$name\" && " + DITASK).ended().ok();
        assertEquals(List.of("[0] Get msg: Hi"), here.out());
    }

    @Test
    void whereTheMachineDoesNotHaveTheLocaleOneSentenceSaysWhatToDo() throws Exception {
        var said = in("LC_ALL=xx_XX.UTF-8").startCommand("sh", "-c", PACKAGE + DITASK + "--package \"$name\"").ended().refusal();
        assertTrue(said.startsWith("ditask: invalid value for option '--package': ") && said.endsWith("; set LC_ALL=C.UTF-8"), said);
    }

    private Ditask.Call in(String locale) {
        var parts = locale.split("=", 2);
        return ditask.with("LC_ALL", "").with("LC_CTYPE", "").with("LANG", "").with(parts[0], parts[1]);
    }
}
