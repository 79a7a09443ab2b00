package dev.troupe.lifecycle;

import dev.troupe.dijob.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A place for one pod: the same place for a pod and the one that replaces it.
public record Slot(String task, int index) {
    /// As a status shows it, e.g. `learner-0`.
    @Override
    public String toString() {
        return task + "-" + index;
    }

    static Optional<Slot> parse(String text) {
        int dash = text.lastIndexOf('-');
        if (dash < 1 || !text.substring(dash + 1).matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        return Optional.of(new Slot(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1))));
    }

    /// All slots of tasks, in their order.
    static List<Slot> of(List<Task> tasks) {
        List<Slot> slots = new ArrayList<>();
        for (Task task : tasks) {
            for (int i = 0; i < task.replicas(); i++) {
                slots.add(new Slot(task.name(), i));
            }
        }
        return slots;
    }
}
