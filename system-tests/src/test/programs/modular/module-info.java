module orders {
    requires dev.troupe.runtime;
    requires jdk.unsupported;
    requires ray.api;
}
