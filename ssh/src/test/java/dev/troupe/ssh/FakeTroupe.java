package dev.troupe.ssh;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A `troupe` for hosts whose files are those of this machine: a script that remembers, for each address that it was called through, what it
/// was asked and whether a node runs.
public final class FakeTroupe {
    private final Path home;
    private final Path states;

    /// Writes it.
    ///
    /// @param home the folder of the distribution
    public FakeTroupe(Path home, Path states, String version) throws IOException {
        this.home = home;
        this.states = states;
        Path script = Files.createDirectories(home.resolve("bin")).resolve("troupe");
        Files.writeString(script,
                """
                        #!/bin/sh
                        state=%s/$(echo "$SSH_CONNECTION" | cut -d' ' -f3)
                        mkdir -p "$state"
                        echo "$* java=$TROUPE_JAVA_HOME" >>"$state/calls"
                        if [ -f "$state/$1" ]; then . "$state/$1"; fi
                        case $1 in
                          --version) echo "troupe %s (Java 25.0.1)" ;;
                          start)
                            cat >"$state/input"
                            if [ -f "$state/runs" ]; then
                              echo "already running: node 3 of this cluster"
                            else
                              echo "this host greets you"
                              touch "$state/runs"
                            fi
                            ;;
                          stop) rm -f "$state/runs" ;;
                          doctor) exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' '%s' ;;
                        esac
                        """.formatted(states, version, Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        Listening.class.getName()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// What `troupe doctor --listen` does.
    static final class Listening {
        public static void main(String[] args) throws IOException {
            PortTrial.listen(new PrintWriter(System.out, true, java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    public Path home() {
        return home;
    }

    /// What it was called with on a host, and which Java it was given.
    public List<String> calls(String address) throws IOException {
        Path file = states.resolve(address, "calls");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /// What it has read from its standard input.
    public String input(String address) throws IOException {
        return Files.readString(states.resolve(address, "input"));
    }

    public boolean runs(String address) {
        return Files.exists(states.resolve(address, "runs"));
    }

    /// The node has died.
    public void die(String address) throws IOException {
        Files.delete(states.resolve(address, "runs"));
    }

    /// Runs these lines of `sh` first when it is called with this word on a host.
    public void first(String address, String word, String lines) throws IOException {
        Files.writeString(Files.createDirectories(states.resolve(address)).resolve(word), lines + "\n");
    }
}
