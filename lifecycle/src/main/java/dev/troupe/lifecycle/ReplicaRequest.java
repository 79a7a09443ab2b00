package dev.troupe.lifecycle;

import dev.troupe.dijob.Fields;
import dev.troupe.dijob.PlainTree;
import dev.troupe.dijob.Problem;
import dev.troupe.dijob.Problems;
import dev.troupe.dijob.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a coordinator asks the server for: collectors and learners, to be created or deleted.
public record ReplicaRequest(String namespace, String coordinator, RoleRequest collectors, RoleRequest learners) {
    /// The result of reading a request; one of the two is empty.
    public record Result(Optional<ReplicaRequest> request, List<Problem> problems) {
        public Result { problems = List.copyOf(problems); }
    }

    /// Reads the body of such a request.
    ///
    /// @param body what a request's JSON was parsed to
    public static Result read(Object body) {
        Problems problems = new Problems();
        if (!(PlainTree.of(body).value() instanceof Map<?, ?> map)) {
            problems.wrong("the body", body, "it must be a map with namespace, coordinator, collectors and learners");
            return new Result(Optional.empty(), problems.list());
        }
        Fields fields = new Fields("", Tree.map(map), problems);
        String namespace = name(fields, "namespace", "name the namespace of the job");
        String coordinator = name(fields, "coordinator", "name the pod that asks");
        ReplicaRequest request = new ReplicaRequest(namespace, coordinator, RoleRequest.read(fields, "collectors"),
                RoleRequest.read(fields, "learners"));
        return new Result(problems.none() ? Optional.of(request) : Optional.empty(), problems.list());
    }

    static String name(Fields fields, String field, String why) {
        if (fields.value(field) == null) {
            fields.missing(field, why);
        }
        return fields.text(field).orElse("");
    }
}
