package dev.troupe.parallel;

import dev.troupe.task.MqType;
import dev.troupe.task.Platform;
import dev.troupe.task.Protocol;
import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import dev.troupe.text.Durations;
import dev.troupe.transport.Encryption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Combinations of settings that are invalid.
final class SettingRules {
    private record Rule(boolean broken, String sentence) {}

    private SettingRules() {}

    static void check(Settings s, Platform platform) {
        boolean redis = s.mqType == MqType.REDIS;
        boolean ipc = !redis && s.protocol == Protocol.IPC;
        boolean ranks = platform != Platform.NONE;
        List.of(new Rule(redis && s.redisHost.isEmpty(), "mq-type redis needs the address of the server: give redis-host"),
                new Rule(!redis && (s.redisHost.isPresent() || s.redisPort.isPresent()),
                        "redis-host and redis-port have no effect without mq-type redis: give it, too"),
                new Rule(redis && s.encryption != Encryption.BETWEEN_MACHINES,
                        "traffic through Redis is always encrypted: leave out tls and plain, which are for protocol tcp"),
                new Rule(s.group.filter(name -> !name.matches("[A-Za-z0-9._-]{1," + ProgramName.LONGEST + "}")).isPresent(),
                        "group '" + s.group.orElse("") + "' is not a name of letters, digits, dots, dashes and underscores"),
                new Rule(ipc && ranks, "protocol ipc works on one machine only, but platform " + platform
                        + " spans several: use protocol tcp, or platform none"),
                new Rule(ipc && !s.ports.isEmpty(), "protocol ipc has no ports: leave out ports, or use protocol tcp"),
                new Rule(ipc && s.address.isPresent(), "protocol ipc has no address: leave out address, or use protocol tcp"),
                new Rule(ipc && s.encryption != Encryption.BETWEEN_MACHINES,
                        "tls and plain are for protocol tcp: Unix sockets do not leave this machine"),
                new Rule(!ranks && s.platformSpec.isPresent(),
                        "a platform spec has one entry for each rank of a platform: give the platform, k8s or slurm, too"),
                new Rule(s.address.filter(a -> a.isBlank() || a.contains("/") || a.matches("[^:]*:[0-9]+")).isPresent(),
                        "address '" + s.address.orElse("") + "' must be a host name or address without port: ports go to ports"),
                new Rule(Stream.concat(Stream.of(s.labels), s.labelsOf.values().stream()).flatMap(Set::stream).anyMatch(String::isBlank),
                        "a label is empty: give one that task.matchLabels can match"),
                new Rule(!s.autoRecover && s.maxRetries != Integer.MAX_VALUE,
                        "max-retries has no effect without auto-recover: give auto-recover, too, or leave out max-retries"),
                new Rule(s.startupInterval.isNegative(),
                        "startup-interval " + Durations.text(s.startupInterval) + " is negative: give 0 s or more"),
                new Rule(s.connectTimeout.isNegative() || s.connectTimeout.isZero(),
                        "connect-timeout " + Durations.text(s.connectTimeout) + " leaves no time to connect: give more than 0 s"))
                .stream().filter(Rule::broken).findFirst().ifPresent(rule -> {
                    throw new SettingException(rule.sentence());
                });
    }
}
