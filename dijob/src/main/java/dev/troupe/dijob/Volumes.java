package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The volumes of a job or of one template.
record Volumes(Set<String> names, List<Object> trees) {
    static Volumes read(Fields owner, Problems problems) {
        Set<String> names = new LinkedHashSet<>();
        List<Object> trees = new ArrayList<>();
        for (Fields volume : owner.each("volumes")) {
            String name = volume.text("name").orElse("");
            if (volume.value("name") == null) {
                problems.missing(volume.path("name"), "containers mount a volume by its name");
            } else if (!name.isEmpty() && !Dns.isLabel(name)) {
                problems.wrong(volume.path("name"), name, Dns.LABEL_RULE);
            } else if (!name.isEmpty() && !names.add(name)) {
                problems.wrong(volume.path("name"), name, "an earlier volume already has this name; names must be unique");
            }
            trees.add(Tree.copy(volume.tree()));
        }
        return new Volumes(names, trees);
    }
}
