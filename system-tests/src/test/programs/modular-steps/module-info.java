module steps {
    requires dev.troupe.task;
    requires jdk.unsupported;
}
