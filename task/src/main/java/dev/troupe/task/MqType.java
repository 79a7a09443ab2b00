package dev.troupe.task;

/// How events travel between processes.
public enum MqType {
    /// Direct connections between the processes. The default.
    LINK,

    /// Through a Redis server.
    REDIS;

    /// The type with this name, in lower case.
    ///
    /// @throws SettingException if there is none
    public static MqType of(String name) {
        return Choice.of(MqType.class, "mq-type", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
