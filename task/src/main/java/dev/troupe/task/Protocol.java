package dev.troupe.task;

/// How worker processes communicate.
public enum Protocol {
    /// TCP, within one machine and between machines. The default.
    TCP,

    /// Unix domain sockets, within one machine.
    IPC;

    /// The protocol with this name, in lower case.
    ///
    /// @throws SettingException if there is none
    public static Protocol of(String name) {
        return Choice.of(Protocol.class, "protocol", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
