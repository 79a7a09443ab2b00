package dev.troupe.dijob;

import java.util.List;
import java.util.Map;

/// One document of a file with jobs: as it was written, and what it was read to.
public record JobFile(Map<String, Object> tree, Reading reading) {
    /// All documents of a YAML text; a single bad one when it is no YAML.
    public static List<JobFile> read(String text) {
        List<Reading> readings = ManifestReader.yaml(text);
        if (readings.size() == 1 && readings.getFirst() instanceof Reading.Bad bad && bad.name().isEmpty()) {
            return List.of(new JobFile(Map.of(), bad));
        }
        try {
            return YamlText.documents(text).stream().filter(document -> document != null)
                    .map(document -> new JobFile(Tree.map(PlainTree.of(document).value()), ManifestReader.tree(document))).toList();
        } catch (YamlText.NotYaml e) {
            throw new IllegalStateException(e);
        }
    }
}
