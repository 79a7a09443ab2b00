package dev.troupe.kube;

import dev.troupe.jobs.JobsException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Impersonation, as the `as` fields of a kubeconfig's user request it. The client library reads everything of a kubeconfig but these,
/// and would act with all rights of the user itself.
final class Impersonation {
    private Impersonation() {}

    /// @param files by precedence: the first that contains the user of the current context applies
    static void apply(Config config, List<io.fabric8.kubernetes.api.model.Config> files, String called) {
        String user = Optional.ofNullable(config.getCurrentContext().getContext()).map(Context::getUser).orElse("");
        files.stream().flatMap(file -> orEmpty(file.getUsers()).stream()).filter(named -> user.equals(named.getName()))
                .map(NamedAuthInfo::getUser).filter(Objects::nonNull).findFirst().ifPresent(found -> apply(config, found, called, user));
    }

    private static void apply(Config config, AuthInfo user, String called, String name) {
        String uid = Objects.requireNonNullElse(user.getAsUid(), "");
        List<String> groups = orEmpty(user.getAsGroups());
        Map<String, List<String>> extra = Objects.requireNonNullElse(user.getAsUserExtra(), Map.of());
        if (user.getAs() == null || user.getAs().isEmpty()) {
            if (!uid.isEmpty() || !groups.isEmpty() || !extra.isEmpty()) {
                throw new JobsException(called + " lets user " + name + " act with as-uid, as-groups or as-user-extra but does not say as "
                        + "whom: add 'as' with the name of a user");
            }
            return;
        }
        config.setImpersonateUsername(user.getAs());
        config.setImpersonateGroups(groups.toArray(String[]::new));
        config.setImpersonateExtras(extra);
        if (!uid.isEmpty()) {
            Map<String, String> headers = new HashMap<>(Objects.requireNonNullElse(config.getCustomHeaders(), Map.of()));
            headers.put("Impersonate-Uid", uid);
            config.setCustomHeaders(headers);
        }
    }

    /// A field without a value is null.
    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }
}
