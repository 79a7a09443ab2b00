package dev.troupe.dijob;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A `template`: as much of a pod as can be wrong in a way that only shows when pods are created.
final class TemplateReader {
    private final Problems problems;
    private final Set<String> jobVolumes;

    TemplateReader(Problems problems, Set<String> jobVolumes) {
        this.problems = problems;
        this.jobVolumes = jobVolumes;
    }

    /// The field `template` of the owner.
    Template read(Fields owner) {
        Fields template = owner.needed("template", "it holds the pod, as spec.containers");
        Template read = new Template(template.tree());
        if (!(owner.value("template") instanceof Map)) {
            return read;
        }
        template.fields("metadata").ifPresent(metadata -> {
            metadata.texts("labels");
            metadata.texts("annotations");
        });
        Object spec = template.value("spec");
        if (spec == null && template.has("containers")) {
            template.value("containers");
            problems.missing(template.path("spec.containers"),
                    "containers is beside spec, not inside it; indent it by two more spaces");
            return read;
        }
        if (spec == null) {
            problems.missing(template.path("spec.containers"), "name at least one container, with a name and an image");
            return read;
        }
        template.fields("spec").ifPresent(this::pod);
        template.noOthers("a template");
        return read;
    }

    private void pod(Fields pod) {
        Volumes own = Volumes.read(pod, problems);
        own.names().stream().filter(jobVolumes::contains).forEach(name -> problems.add(pod.path("volumes"),
                "has a volume '" + name + "', and so has spec.volumes: keep one of them"));
        Set<String> volumes = new HashSet<>(jobVolumes);
        volumes.addAll(own.names());
        Object containers = pod.value("containers");
        if (containers == null || containers.equals(List.of())) {
            problems.missing(pod.path("containers"), "name at least one container, with a name and an image");
        }
        ContainerReader reader = new ContainerReader(problems, volumes);
        pod.each("containers").forEach(reader::read);
        pod.each("initContainers").forEach(reader::read);
        pod.text("restartPolicy");
        pod.misspelt(PodFields.POD, "a pod");
    }
}
