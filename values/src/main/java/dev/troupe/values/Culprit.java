package dev.troupe.values;

import java.util.Optional;
import java.util.function.Consumer;

/// Searches an object that could not be written, nearest parts first, for the part that is the cause.
final class Culprit {
    record Found(String type, String path, boolean nested) {
        String place() {
            return nested ? " at " + path : "";
        }
    }

    private final Consumer<Class<?>> check;

    private Culprit(Consumer<Class<?>> check) {
        this.check = check;
    }

    /// `check` throws for a class that cannot be written.
    static Optional<Found> in(Object root, Consumer<Class<?>> check) {
        return new Culprit(check).search(root);
    }

    private Optional<Found> search(Object root) {
        Parts parts = new Parts(root);
        for (Parts.Part part = parts.next(); part != null; part = parts.next()) {
            if (parts.couldExpand(part) && isIt(part.value(), parts)) {
                return Optional.of(new Found(part.value().getClass().getName(), part.path(), part.value() != root));
            }
        }
        return Optional.empty();
    }

    /// A class may be rejected only because of the type of a field. Then the part in that field is the better answer.
    private boolean isIt(Object value, Parts parts) {
        return Unmovable.is(value.getClass()) || (refused(value) && !parts.anyWaiting(this::refused));
    }

    private boolean refused(Object value) {
        try {
            check.accept(value.getClass());
            return false;
        } catch (RuntimeException | LinkageError e) {
            return true;
        }
    }
}
