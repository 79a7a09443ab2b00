package dev.troupe.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/// Copies the distribution to hosts that lack this version.
final class Installer {
    /// For all bytes over a slow network.
    private static final Duration COPYING = Duration.ofMinutes(15);

    private final Distribution distribution;
    private final RemoteTroupe troupe;
    private final Duration limit;

    Installer(Distribution distribution, RemoteTroupe troupe, Duration limit) {
        this.distribution = distribution;
        this.troupe = troupe;
        this.limit = limit;
    }

    /// Whether the host has `troupe` of this version, and a Java that runs it.
    boolean isInstalled(SshSession session) throws HostException {
        return isThisVersion(version(session));
    }

    private Outcome version(SshSession session) throws HostException {
        return session.run(troupe.command(List.of("--version")), InputStream.nullInputStream(), limit);
    }

    private boolean isThisVersion(Outcome outcome) {
        return outcome.succeeded() && outcome.printed().anyMatch(line -> line.startsWith("troupe " + distribution.version() + " "));
    }

    /// Copies it, and checks that it starts. Returns the outcome of the step that failed, or of the last one.
    Outcome install(SshSession session) throws HostException {
        Outcome copied;
        try (InputStream archive = Files.newInputStream(distribution.archive())) {
            copied = session.run(RemoteTroupe.shell(script()), archive, COPYING);
        } catch (IOException e) {
            throw new HostException(distribution.archive() + " could not be read: " + SshFailures.reason(e), e);
        }
        if (!copied.succeeded()) {
            return copied;
        }
        Outcome started = version(session);
        return isThisVersion(started) || !started.succeeded() ? started
                : new Outcome(1, started.out(), "the copied troupe says that it is another version than " + distribution.version());
    }

    /// Unpacks beside the folder and renames then, so that nobody ever sees half of it. A folder that contains something else is left alone.
    private String script() {
        String home = ShellWords.quoted(troupe.home());
        return "h=" + home + "; if [ -e \"$h\" ] && [ ! -x \"$h/bin/troupe\" ]; then "
                + "echo \"$h exists, but it is no installation of troupe; choose another folder with --remote-home\" >&2; exit 1; fi; "
                + "n=$h.new.$$; trap 'rm -rf \"$n\"' EXIT; mkdir -p \"$n\" && tar -xzf - --strip-components=1 -C \"$n\" && "
                + "if [ -e \"$h\" ]; then rm -rf \"$h.old\" && mv \"$h\" \"$h.old\"; fi && mv \"$n\" \"$h\" && rm -rf \"$h.old\"";
    }
}
