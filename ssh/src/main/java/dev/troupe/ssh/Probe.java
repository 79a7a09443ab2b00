package dev.troupe.ssh;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Finds out what there is on a machine, with nothing but `sh` and the usual commands, because Java may be what is missing.
///
/// @param head where nodes join, for a trial to connect to it from there
record Probe(RemoteTroupe troupe, Optional<HeadAddress> head, InstantSource clock) {
    /// Every line that counts begins with it.
    static final String MARK = "troupe-probe:";

    private static final String SCRIPT = """
            say() { echo "troupe-probe:$1=$2"; }
            say time "$(date +%s.%N)"
            java_in() {
              [ -x "$1/bin/java" ] && [ -r "$1/release" ] && say java "$(sed -n 's/^JAVA_VERSION="\\(.*\\)"/\\1/p' "$1/release") $1"
            }
            if [ -n "${TROUPE_JAVA_HOME:-}" ]; then
              say asked "$TROUPE_JAVA_HOME"
              java_in "$TROUPE_JAVA_HOME"
            else
              [ -z "${JAVA_HOME:-}" ] || java_in "$JAVA_HOME"
              j=$(command -v java) && j=$(readlink -f "$j") && java_in "${j%/bin/java}"
              for d in /usr/lib/jvm/*; do java_in "$d"; done
            fi
            say files "$(ulimit -Hn)"
            d=${TMPDIR:-/tmp}
            k=$(df -Pk "$d" 2>/dev/null | awk 'NR == 2 { print $4 }')
            say disk "${k:-none} $d"
            if [ -d /dev/shm ] && [ -w /dev/shm ]; then
              say shm "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')"
            else
              say shm none
            fi
            """;
    private static final String DIAL = """
            if command -v bash >/dev/null && command -v timeout >/dev/null; then
              e=$(timeout 5 bash -c ": </dev/tcp/$h/$p" 2>&1) && say dial ok || say dial "failed: ${e##*: }"
            elif command -v nc >/dev/null; then
              nc -z -w 5 "$h" "$p" </dev/null >/dev/null 2>&1 && say dial ok || say dial "failed: "
            else
              say dial unknown
            fi
            """;

    private String script() {
        return troupe.environment() + SCRIPT
                + head.map(address -> "h=" + ShellWords.quoted(address.host()) + " p=" + address.port() + "\n" + DIAL).orElse("");
    }

    Facts on(SshSession session, Duration limit) throws HostException {
        String script = script() + troupe.found()
                + "&& say troupe \"$(\"$t\" --version 2>&1 </dev/null | head -n 1)\" && say place \"$t\"\n";
        var before = clock.instant();
        Outcome outcome = session.run("exec sh -s", new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), limit);
        Facts facts = Facts.of(outcome.printed().toList(), before, clock.instant());
        if (facts.one("time").isEmpty()) {
            throw new HostException("it runs no commands (exit code " + outcome.exitCode() + ")"
                    + outcome.words().stream().findFirst().map(": "::concat).orElse(""));
        }
        return facts;
    }

    /// On this machine.
    Facts here() throws HostException {
        try {
            var before = clock.instant();
            Process sh = new ProcessBuilder("sh", "-s").directory(new File(System.getProperty("user.home")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try (OutputStream in = sh.getOutputStream()) {
                in.write(script().getBytes(StandardCharsets.UTF_8));
            }
            String printed = new String(sh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Facts.of(printed.lines().toList(), before, clock.instant());
        } catch (IOException e) {
            throw new HostException("sh could not be run on this machine: " + SshFailures.reason(e), e);
        }
    }
}
