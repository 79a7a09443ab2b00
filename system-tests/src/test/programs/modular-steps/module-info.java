module steps {
    requires dev.troupe.task;
    requires jdk.unsupported;

    opens steps to dev.troupe.parallel;
}
