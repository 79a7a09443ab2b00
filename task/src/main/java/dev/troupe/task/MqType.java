package dev.troupe.task;

/// What carries the events between processes.
public enum MqType {
    /// Direct connections between the processes. The default.
    LINK,

    /// A Redis server between them.
    REDIS;

    /// The carrier of that name, in small letters.
    ///
    /// @throws SettingException when there is none
    public static MqType of(String name) {
        return Choice.of(MqType.class, "mq-type", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
