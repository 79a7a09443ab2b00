package dev.troupe.kube;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Replaceable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The definitions of DIJob and AggregatorConfig.
///
/// ```java
/// Crds.install(client); // and they are served
/// ```
public final class Crds {
    private static final String GROUP = "diengine.opendilab.org";

    /// An API server estimates what a rule may cost at most before it takes it: comparing every task with every other.
    private static final int MAX_TASKS = 256;

    private Crds() {}

    /// Both, as YAML.
    ///
    /// @param cel whether the API server shall check rules between fields, too; those before 1.25 cannot
    public static String yaml(boolean cel) {
        return Tree.yaml(List.of(job(cel), aggregatorConfig()));
    }

    /// Creates or updates both, and waits until they are served.
    public static void install(KubernetesClient client) {
        for (Map<String, Object> tree : List.of(job(false), aggregatorConfig())) {
            var definition = client.getKubernetesSerialization().convertValue(tree, CustomResourceDefinition.class);
            client.resource(definition).createOr(Replaceable::update);
            client.resource(definition).waitUntilCondition(Crds::established, 60, TimeUnit.SECONDS);
        }
    }

    private static boolean established(CustomResourceDefinition definition) {
        return definition != null && definition.getStatus() != null && definition.getStatus().getConditions() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established") && condition.getStatus().equals("True"));
    }

    static Map<String, Object> job(boolean cel) {
        Map<String, Object> schema = schema("A DIJob: a program run by pods that find each other.", Schema.job(), cel);
        List<Map<String, Object>> columns = List.of(
                column("Phase", "string", ".status.phase"),
                column("ReadyReplicas", "integer", ".status.readyReplicas"),
                column("Replicas", "integer", ".status.replicas"),
                column("Restarts", "integer", ".status.restarts"),
                column("Reschedules", "integer", ".status.reschedules"),
                column("Age", "date", ".metadata.creationTimestamp"));
        Map<String, Object> scale = Tree.of("specReplicasPath", ".spec.replicas", "statusReplicasPath", ".status.replicas",
                "labelSelectorPath", ".status.selector");
        List<Map<String, Object>> versions = new ArrayList<>();
        for (String version : List.of("v2alpha1", "v1alpha1")) {
            versions.add(Tree.of("name", version, "served", true, "storage", version.equals("v2alpha1"), "subresources",
                    Tree.of("status", Map.of(), "scale", scale), "additionalPrinterColumns", columns, "schema",
                    Map.of("openAPIV3Schema", schema)));
        }
        return definition("dijobs", "dijob", "DIJob", "dijob", versions);
    }

    static Map<String, Object> aggregatorConfig() {
        Map<String, Object> schema = schema("How the aggregators of jobs with a coordinator look. A cluster has one.",
                Schema.aggregatorConfig(), false);
        return definition("aggregatorconfigs", "aggregatorconfig", "AggregatorConfig", "agconfig", List.of(
                Tree.of("name", "v1alpha1", "served", true, "storage", true, "schema", Map.of("openAPIV3Schema", schema))));
    }

    private static Map<String, Object> definition(String plural, String singular, String kind, String shortName,
            List<Map<String, Object>> versions) {
        return Tree.of("apiVersion", "apiextensions.k8s.io/v1", "kind", "CustomResourceDefinition",
                "metadata", Map.of("name", plural + "." + GROUP),
                "spec", Tree.of("group", GROUP,
                        "names", Tree.of("kind", kind, "listKind", kind + "List", "plural", plural, "singular", singular,
                                "shortNames", List.of(shortName)),
                        "scope", "Namespaced", "conversion", Map.of("strategy", "None"), "versions", versions));
    }

    private static Map<String, Object> column(String name, String type, String path) {
        return Tree.of("name", name, "type", type, "jsonPath", path);
    }

    private static Map<String, Object> schema(String description, List<Field> fields, boolean cel) {
        Map<String, Object> properties = Tree.of("apiVersion", Map.of("type", "string"), "kind", Map.of("type", "string"), "metadata",
                Map.of("type", "object"));
        properties.putAll(properties(fields, cel));
        return Tree.of("description", description, "type", "object", "properties", properties);
    }

    private static Map<String, Object> properties(List<Field> fields, boolean cel) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Field field : fields) {
            Map<String, Object> property = Tree.of("description", field.description());
            property.putAll(type(field.type(), cel));
            properties.put(field.name(), property);
        }
        return properties;
    }

    private static Map<String, Object> type(FieldType type, boolean cel) {
        return switch (type) {
            // Empty is as good as absent, and an API server of old built with a new Go takes an empty text for null.
            case FieldType.Text(List<String> allowed, int longest) -> {
                Map<String, Object> text = allowed.isEmpty() ? Tree.of("type", "string", "nullable", true)
                        : Tree.of("type", "string", "enum", allowed);
                if (cel && longest > 0) {
                    text.put("maxLength", longest);
                }
                yield text;
            }
            case FieldType.Time _ -> Tree.of("type", "string", "format", "date-time");
            case FieldType.Flag _ -> Tree.of("type", "boolean");
            case FieldType.Whole(int min, boolean empty) -> {
                Map<String, Object> whole = Tree.of("type", "integer", "format", "int32", "minimum", min);
                if (empty) {
                    whole.put("nullable", true);
                }
                yield whole;
            }
            case FieldType.Anything _ -> Tree.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
            case FieldType.Group(List<Field> fields, Map<String, String> rules) ->
                    ruled(Tree.of("type", "object", "properties", properties(fields, cel)), rules, cel);
            case FieldType.Many(FieldType each, Map<String, String> rules) -> {
                Map<String, Object> many = Tree.of("type", "array", "items", type(each, cel));
                if (cel && !rules.isEmpty()) {
                    many.put("maxItems", MAX_TASKS);
                }
                yield ruled(many, rules, cel);
            }
            case FieldType.Named(FieldType each) -> Tree.of("type", "object", "additionalProperties", type(each, cel));
        };
    }

    private static Map<String, Object> ruled(Map<String, Object> tree, Map<String, String> rules, boolean cel) {
        if (cel && !rules.isEmpty()) {
            List<Map<String, Object>> validations = new ArrayList<>();
            rules.forEach((message, rule) -> validations.add(Tree.of("rule", rule, "message", message)));
            tree.put("x-kubernetes-validations", validations);
        }
        return tree;
    }
}
