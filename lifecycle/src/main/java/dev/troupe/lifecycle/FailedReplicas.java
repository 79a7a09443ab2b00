package dev.troupe.lifecycle;

import dev.troupe.dijob.Fields;
import dev.troupe.dijob.PlainTree;
import dev.troupe.dijob.Problem;
import dev.troupe.dijob.Problems;
import dev.troupe.dijob.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// A coordinator's report about pods that no longer answer.
///
/// @param names of its collectors and learners, or the `host:port` by which they were reached; each once
public record FailedReplicas(String namespace, String coordinator, List<String> names) {
    public FailedReplicas { names = List.copyOf(names); }

    /// The result of reading a report; one of the two is empty.
    public record Result(Optional<FailedReplicas> report, List<Problem> problems) {
        public Result { problems = List.copyOf(problems); }
    }

    /// Reads the body of such a report.
    ///
    /// @param body what a request's JSON was parsed to
    public static Result read(Object body) {
        Problems problems = new Problems();
        if (!(PlainTree.of(body).value() instanceof Map<?, ?> map)) {
            problems.wrong("the body", body, "it must be a map with namespace, coordinator, collectors and learners");
            return new Result(Optional.empty(), problems.list());
        }
        Fields fields = new Fields("", Tree.map(map), problems);
        String namespace = ReplicaRequest.name(fields, "namespace", "name the namespace of the job");
        String coordinator = ReplicaRequest.name(fields, "coordinator", "name the pod that asks");
        TreeSet<String> names = new TreeSet<>();
        for (String role : List.of("collectors", "learners")) {
            fields.list(role).forEach(name -> names.add(name.replaceFirst("[.:].*", "")));
        }
        return new Result(problems.none() ? Optional.of(new FailedReplicas(namespace, coordinator, List.copyOf(names))) : Optional.empty(),
                problems.list());
    }
}
