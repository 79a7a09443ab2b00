package dev.troupe.task;

/// How worker processes talk to each other.
public enum Protocol {
    /// Within one machine and between machines. The default.
    TCP,

    /// Unix domain sockets, within one machine.
    IPC;

    /// The protocol of that name, in small letters.
    ///
    /// @throws SettingException when there is none
    public static Protocol of(String name) {
        return Choice.of(Protocol.class, "protocol", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
