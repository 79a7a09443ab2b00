package dev.troupe.jobserver;

import dev.troupe.dijob.JobKey;
import dev.troupe.kube.DIJobResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Changes a job that others change, too: each attempt reads it again and succeeds only if it has not changed since.
public final class JobPatch {
    private static final int ATTEMPTS = 10;
    private static final int STALE = 422; // the test of a JSON patch failed

    private final KubernetesClient client;
    private final JobFinder finder;

    /// What to write, and what to answer when it is written.
    ///
    /// @param operations of a JSON patch
    public record Change(List<Map<String, Object>> operations, Object data) {}

    public JobPatch(KubernetesClient client, JobFinder finder) {
        this.client = client;
        this.finder = finder;
    }

    public static Map<String, Object> add(String path, Object value) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", "add");
        operation.put("path", path);
        operation.put("value", value);
        return operation;
    }

    /// Applies a change and returns its data.
    public Object apply(JobKey key, boolean status, Function<JobFinder.ValidJob, Change> change) {
        for (int i = 0; i < ATTEMPTS; i++) {
            JobFinder.ValidJob found = finder.job(key);
            Change wanted = change.apply(found);
            Map<String, Object> test = add("/metadata/resourceVersion", found.resource().getMetadata().getResourceVersion());
            test.put("op", "test");
            List<Map<String, Object>> operations = new ArrayList<>(List.of(test));
            operations.addAll(wanted.operations());
            Resource<DIJobResource> resource = client.resources(DIJobResource.class).inNamespace(key.namespace()).withName(key.name());
            try {
                (status ? resource.subresource("status") : resource).patch(PatchContext.of(PatchType.JSON),
                        client.getKubernetesSerialization().asJson(operations));
                return wanted.data();
            } catch (KubernetesClientException e) {
                if (e.getCode() != STALE && e.getCode() != Refusal.CONFLICT) {
                    throw e;
                }
            }
        }
        throw new Refusal(Refusal.CONFLICT, "the job " + key + " is being changed by others: try again");
    }
}
