package dev.troupe.dijob;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads DIJobs and AggregatorConfigs.
///
/// ```java
/// for (Reading reading : ManifestReader.yaml(text)) {
///     switch (reading) {
///         case Reading.Good(Manifest manifest) -> submit(manifest);
///         case Reading.Bad bad -> IO.println(bad.sentences());
///     }
/// }
/// ```
public final class ManifestReader {
    public static final String GROUP = "diengine.opendilab.org";
    private static final Set<String> VERSIONS = Set.of(GROUP + "/v1alpha1", GROUP + "/v2alpha1");

    private ManifestReader() {}

    /// All documents of a YAML text, in their order; one [Reading.Bad] when it is no YAML.
    public static List<Reading> yaml(String text) {
        try {
            List<Object> documents = YamlText.documents(text).stream().filter(document -> document != null).toList();
            if (documents.isEmpty()) {
                return List.of(bad("the file has no document: give it a DIJob, with apiVersion, kind, metadata and spec"));
            }
            return documents.stream().map(ManifestReader::tree).toList();
        } catch (YamlText.NotYaml e) {
            return List.of(bad(e.getMessage()));
        }
    }

    /// One object as maps, lists and scalars, e.g. what an API server's JSON was parsed to.
    public static Reading tree(Object object) {
        PlainTree plain = PlainTree.of(object);
        if (!(plain.value() instanceof Map<?, ?>)) {
            return bad(plain.problem().orElse("the document is " + Problems.shown(plain.value())
                    + ": it must be a map with apiVersion, kind, metadata and spec"));
        }
        Problems problems = new Problems();
        Fields root = new Fields("", Tree.map(plain.value()), problems);
        String apiVersion = root.text("apiVersion").orElse("");
        if (apiVersion.isEmpty()) {
            problems.missing("apiVersion", "write " + GROUP + "/v2alpha1");
        } else if (!VERSIONS.contains(apiVersion)) {
            problems.wrong("apiVersion", apiVersion, "it must be " + GROUP + "/v2alpha1 or " + GROUP + "/v1alpha1");
        }
        String kind = root.text("kind").orElse("");
        Metadata metadata = Metadata.read(root);
        Manifest manifest = switch (kind) {
            case "DIJob" -> new JobReader(root, apiVersion, metadata, problems).read();
            case "AggregatorConfig" -> aggregator(root, metadata, problems);
            case "" -> {
                problems.missing("kind", "write DIJob");
                yield null;
            }
            default -> {
                problems.wrong("kind", kind, "it must be DIJob or AggregatorConfig");
                yield null;
            }
        };
        root.noOthers("a " + (kind.isEmpty() ? "DIJob" : kind));
        String name = metadata.key().name().isEmpty() ? "" : metadata.key().toString();
        return problems.none() ? new Reading.Good(manifest)
                : new Reading.Bad(name, problems.list(), Reading.Bad.Ending.of(Tree.map(root.value("spec"))));
    }

    private static Manifest aggregator(Fields root, Metadata metadata, Problems problems) {
        if (metadata.key().name().isEmpty()) {
            problems.missing("metadata.name", "an AggregatorConfig needs one");
        }
        Fields spec = root.needed("spec", "it holds aggregator.template");
        Fields aggregator = spec.needed("aggregator", "it holds the template of aggregators");
        Template template = new TemplateReader(problems, Set.of()).read(aggregator);
        aggregator.noOthers("an aggregator");
        spec.noOthers("an AggregatorConfig");
        return new AggregatorConfig(metadata.key(), template);
    }

    private static Reading.Bad bad(String sentence) {
        return new Reading.Bad("", List.of(new Problem("", sentence)), Reading.Bad.Ending.NONE);
    }
}
