package dev.troupe.lifecycle;

import dev.troupe.dijob.Fields;
import dev.troupe.dijob.NameRules;

/// What a coordinator asks for one role.
public record RoleRequest(int replicas, Resources resources) {
    static final RoleRequest NOTHING = new RoleRequest(0, Resources.AS_WRITTEN);

    static RoleRequest read(Fields request, String name) {
        return request.fields(name).map(fields -> {
            int replicas = fields.number("replicas", 0, NameRules.MAX_PODS).orElse(0);
            int gpus = fields.count("gpus", NameRules.MAX_PODS);
            return new RoleRequest(replicas, new Resources(fields.quantity("cpus"), fields.quantity("memory"), gpus));
        }).orElse(NOTHING);
    }
}
