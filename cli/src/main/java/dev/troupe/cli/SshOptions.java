package dev.troupe.cli;

import dev.troupe.ssh.HostException;
import dev.troupe.ssh.RemoteTroupe;
import dev.troupe.ssh.Ssh;
import dev.troupe.ssh.SshSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// How commands connect to hosts, and what they find there.
final class SshOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--accept-new",
            description = "Accept and remember the keys of hosts that were never seen. A key that has changed is always refused.")
    private boolean acceptNew;

    @Option(names = "--parallel", paramLabel = "N", defaultValue = "32",
            description = "How many hosts at once (default: ${DEFAULT-VALUE}).")
    private int parallel;

    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "60",
            description = "How long a command on a host may take (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    @Option(names = "--java-home", paramLabel = "DIR",
            description = "The JDK on the hosts; otherwise troupe looks for one there.")
    private Optional<String> javaHome = Optional.empty();

    @Option(names = "--remote-home", paramLabel = "DIR", defaultValue = RemoteTroupe.USUAL_HOME,
            description = "The folder of the distribution on the hosts, from the home directory there (default: ${DEFAULT-VALUE}). "
                    + "Without one, the troupe on the PATH is used.")
    private String remoteHome;

    @Option(names = "--ssh-config", paramLabel = "FILE", description = "Use this configuration of ssh instead of ~/.ssh/config.")
    private Optional<Path> config = Optional.empty();

    int parallel() {
        if (parallel < 1) {
            throw wrong("parallel is " + parallel + ": at least one host must be worked on");
        }
        return parallel;
    }

    Duration timeout() {
        if (timeout.isNegative() || timeout.isZero()) {
            throw wrong("timeout is " + timeout.toSeconds() + ": it must be longer than zero seconds");
        }
        return timeout;
    }

    RemoteTroupe troupe() {
        try {
            return new RemoteTroupe(remoteHome, javaHome);
        } catch (IllegalArgumentException e) {
            throw wrong("remote-home: " + e.getMessage());
        }
    }

    Ssh ssh() throws HostException {
        try {
            return Ssh.with(SshSettings.ofThisUser(config, acceptNew));
        } catch (NoClassDefFoundError e) {
            throw new HostException("this installation cannot use ssh: its folder lib/ssh is missing; unpack the distribution again", e);
        }
    }

    private CommandLine.ParameterException wrong(String sentence) {
        return new CommandLine.ParameterException(spec.commandLine(), sentence);
    }
}
