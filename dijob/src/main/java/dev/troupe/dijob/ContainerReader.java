package dev.troupe.dijob;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The containers of one template.
final class ContainerReader {
    private static final int LAST_PORT = 65535;

    private final Problems problems;
    private final Set<String> volumes;
    private final Set<String> names = new HashSet<>();

    ContainerReader(Problems problems, Set<String> volumes) {
        this.problems = problems;
        this.volumes = volumes;
    }

    void read(Fields container) {
        String name = container.text("name").orElse("");
        if (container.value("name") == null) {
            problems.missing(container.path("name"), "write " + Template.MAIN_CONTAINER + " for the container that does the work");
        } else if (!name.isEmpty() && !Dns.isLabel(name)) {
            problems.wrong(container.path("name"), name, Dns.LABEL_RULE);
        } else if (!name.isEmpty() && !names.add(name)) {
            problems.wrong(container.path("name"), name, "an earlier container already has this name; names must be unique");
        }
        if (container.value("image") == null || "".equals(container.value("image"))) {
            problems.missing(container.path("image"), "name the image that is run");
        } else {
            container.text("image");
        }
        texts(container, "command");
        texts(container, "args");
        container.each("env").forEach(this::variable);
        container.each("ports").forEach(port -> {
            port.number("containerPort", 1, LAST_PORT);
            if (port.value("containerPort") == null) {
                problems.missing(port.path("containerPort"), "name the port the container listens on");
            }
        });
        container.each("volumeMounts").forEach(this::mount);
        container.fields("resources").ifPresent(resources -> List.of("requests", "limits")
                .forEach(kind -> resources.fields(kind).ifPresent(this::quantities)));
        container.misspelt(PodFields.CONTAINER, "a container");
    }

    private void texts(Fields container, String name) {
        Object value = container.value(name);
        if (value != null && !(value instanceof List)) {
            problems.wrong(container.path(name), value, "it must be a list of strings, e.g. [\"/bin/bash\", \"-c\"]");
        }
        List<?> list = Tree.list(value);
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof String)) {
                problems.wrong(container.path(name) + "[" + i + "]", list.get(i), "it must be a string; put it in quotes");
            }
        }
    }

    private void variable(Fields variable) {
        String name = variable.text("name").orElse("");
        if (variable.value("name") == null) {
            problems.missing(variable.path("name"), "an environment variable needs one");
        } else if (name.isEmpty() || name.contains("=")) {
            problems.wrong(variable.path("name"), name, "it must be a string without '='");
        }
        variable.text("value");
    }

    private void mount(Fields mount) {
        String name = mount.text("name").orElse("");
        if (mount.value("name") == null) {
            problems.missing(mount.path("name"), "name one of the volumes");
        } else if (!name.isEmpty() && !volumes.contains(name)) {
            problems.wrong(mount.path("name"), name, volumes.isEmpty() ? "there are no volumes; add one of that name to spec.volumes"
                    : "there is no such volume; there are " + String.join(", ", volumes.stream().sorted().toList()));
        }
        if (mount.value("mountPath") == null) {
            problems.missing(mount.path("mountPath"), "name the folder where the container sees the volume");
        }
        mount.text("mountPath");
    }

    private void quantities(Fields resources) {
        for (Map.Entry<String, Object> resource : resources.tree().entrySet()) {
            if (!Quantity.is(resource.getValue())) {
                problems.wrong(resources.path(resource.getKey()), resource.getValue(), Quantity.RULE);
            }
        }
    }
}
