package dev.troupe.head;

import java.util.ArrayList;
import java.util.List;

/// The effects of the current fact.
final class Outbox {
    private List<Effect> effects = new ArrayList<>();

    void add(Effect effect) {
        effects.add(effect);
    }

    List<Effect> drain() {
        if (effects.isEmpty()) {
            return List.of();
        }
        var drained = effects;
        effects = new ArrayList<>();
        return drained;
    }
}
