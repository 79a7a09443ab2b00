package dev.troupe.dijob;

import java.util.List;
import java.util.Map;

/// A pod template as it was written: a tree of maps, lists and scalars, which cannot change.
public record Template(Map<String, Object> tree) {
    /// The container that does the work, when it is not the first one.
    public static final String MAIN_CONTAINER = "di-container";
    public static final String PORT_NAME = "di-port";

    public Template { tree = Tree.copy(tree); }

    /// `spec`, which every valid template has.
    public Map<String, Object> spec() {
        return Tree.map(tree.get("spec"));
    }

    /// Labels or annotations of the template's metadata.
    public Map<String, String> metadata(String kind) {
        return Tree.strings(Tree.map(Tree.map(tree.get("metadata")).get(kind)));
    }

    List<Map<String, Object>> containers() {
        return Tree.maps(spec().get("containers"));
    }

    /// The container named [#MAIN_CONTAINER], else the first.
    Map<String, Object> mainContainer() {
        List<Map<String, Object>> containers = containers();
        return containers.stream().filter(container -> MAIN_CONTAINER.equals(container.get("name"))).findFirst()
                .orElseGet(containers::getFirst);
    }

    /// The port of the main container named `di-port`, or the given one.
    public int port(int otherwise) {
        return Tree.maps(mainContainer().get("ports")).stream().filter(port -> PORT_NAME.equals(port.get("name")))
                .map(port -> ((Number) port.get("containerPort")).intValue()).findFirst().orElse(otherwise);
    }
}
