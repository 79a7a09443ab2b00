package dev.troupe.ssh;

import java.util.List;
import java.util.Optional;

/// The `troupe` on a host: the one in its folder, otherwise the one on the PATH.
///
/// @param home the folder of its distribution; relative to the home directory of the user there
/// @param javaHome a JDK for it, otherwise it looks for one itself
public record RemoteTroupe(String home, Optional<String> javaHome) {
    /// The usual folder.
    public static final String USUAL_HOME = "troupe";

    static final int MISSING = 127;

    public RemoteTroupe {
        home = home.replaceFirst("^~/+", "").replaceFirst("(?<=.)/+$", "");
        if (home.isBlank() || home.equals("~") || home.startsWith("-")) {
            throw new IllegalArgumentException("'" + home + "' is not a folder for the distribution; write one such as " + USUAL_HOME);
        }
    }

    /// Runs it with these words. Shells may differ between hosts, so `sh` runs the line; our words reach it as they are.
    String command(List<String> words) {
        return shell(environment() + found() + "|| { echo " + ShellWords.quoted("there is no troupe in " + home + " or on the PATH")
                + " >&2; exit " + MISSING + "; }; exec \"$t\" " + ShellWords.joined(words));
    }

    /// A line for `sh` that sets `t`, or fails.
    String found() {
        return "t=" + ShellWords.quoted(home + "/bin/troupe") + "; [ -x \"$t\" ] || t=$(command -v troupe) ";
    }

    /// A line for `sh` that sets the variables that `troupe` reads.
    String environment() {
        return javaHome.map(java -> "TROUPE_JAVA_HOME=" + ShellWords.quoted(java) + "; export TROUPE_JAVA_HOME; ").orElse("");
    }

    static String shell(String line) {
        return "exec sh -c " + ShellWords.quoted(line);
    }
}
