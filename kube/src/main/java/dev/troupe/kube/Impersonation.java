package dev.troupe.kube;

import dev.troupe.dijob.JobsException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Acting as somebody else, as the `as` fields of a kubeconfig's user say. The client library reads everything of a kubeconfig but these,
/// and would act with all rights of the user itself.
final class Impersonation {
    private Impersonation() {}

    /// @param files in the order in which they count: the first to name the user of the current context has the say
    static void apply(Config config, List<io.fabric8.kubernetes.api.model.Config> files, String called) {
        String user = config.getCurrentContext().getContext().getUser();
        files.stream().flatMap(file -> file.getUsers().stream()).filter(named -> Objects.equals(named.getName(), user))
                .map(NamedAuthInfo::getUser).filter(Objects::nonNull).findFirst().ifPresent(found -> apply(config, found, called, user));
    }

    private static void apply(Config config, AuthInfo user, String called, String name) {
        if (isEmpty(user.getAs())) {
            if (!isEmpty(user.getAsUid()) || !user.getAsGroups().isEmpty() || !user.getAsUserExtra().isEmpty()) {
                throw new JobsException(
                        called + " lets user " + name + " act with as-uid, as-groups or as-user-extra but does not say as whom:"
                                + " add 'as' with the name of a user");
            }
            return;
        }
        config.setImpersonateUsername(user.getAs());
        config.setImpersonateGroups(user.getAsGroups().toArray(String[]::new));
        config.setImpersonateExtras(user.getAsUserExtra());
        if (!isEmpty(user.getAsUid())) {
            Map<String, String> headers = new HashMap<>(config.getCustomHeaders() == null ? Map.of() : config.getCustomHeaders());
            headers.put("Impersonate-Uid", user.getAsUid());
            config.setCustomHeaders(headers);
        }
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
