package dev.troupe.calls;

import dev.troupe.functions.Code;
import dev.troupe.head.Shape;
import dev.troupe.messages.Outcome;
import dev.troupe.objects.ObjectNumbers;
import dev.troupe.objects.Recipe;
import dev.troupe.objects.TrackedObject;
import java.lang.ref.WeakReference;

/// How a large result was made, so that it can be rebuilt when its bytes are lost. It keeps no other large object alive: for large arguments it
/// keeps in turn how they were made.
final class Lineage implements Recipe {
    /// At most this many tasks in a row are remembered, because a program that runs forever must not remember forever.
    private static final int DEEPEST = 100;

    /// @param small a small value, which is kept; null for a large one
    private record Input(TrackedObject small, WeakReference<TrackedObject> large, Lineage lineage) {
        static Input of(TrackedObject entry) {
            return entry.outcome() instanceof Outcome.Inline(byte[] _, Object[] held) && held == null ? new Input(entry, null, null)
                    : new Input(null, new WeakReference<>(entry), entry.recipe() instanceof Lineage lineage ? lineage : null);
        }
    }

    private final String name;
    private final Code code;
    private final byte[] arguments;
    private final Input[] inputs;
    private final Shape shape;
    private final int retries;
    private final int depth;
    private final Destination destination;

    private Lineage(Call call, Input[] inputs, int depth) {
        this.name = call.name;
        this.code = call.code;
        this.arguments = call.arguments;
        this.inputs = inputs;
        this.shape = call.shape;
        this.retries = call.retries;
        this.depth = depth;
        this.destination = call.destination;
    }

    /// Null if the call must not be repeated: an actor's call, one without retries, or one with references inside its values, which would have to
    /// be kept as well.
    static Lineage of(Call call) {
        if (call.shape == null || call.retries == 0 || call.held != null || call.code.holds()) {
            return null;
        }
        Input[] inputs = call.refs == null ? null : new Input[call.refs.length];
        int depth = 0;
        for (int i = 0; inputs != null && i < inputs.length; i++) {
            inputs[i] = Input.of(call.refs[i]);
            depth = Math.max(depth, inputs[i].lineage == null ? 0 : inputs[i].lineage.depth + 1);
        }
        if (depth > DEEPEST) {
            depth = 0;
            for (int i = 0; i < inputs.length; i++) {
                inputs[i] = new Input(inputs[i].small, inputs[i].large, null);
            }
        }
        return new Lineage(call, inputs, depth);
    }

    @Override
    public boolean repeat(TrackedObject result, ObjectNumbers numbers) {
        TrackedObject[] refs = inputs == null ? null : new TrackedObject[inputs.length];
        for (int i = 0; refs != null && i < refs.length; i++) {
            refs[i] = inputs[i].small != null ? inputs[i].small : inputs[i].large.get();
            if (refs[i] == null && inputs[i].lineage != null) {
                TrackedObject made = numbers.newObject();
                refs[i] = inputs[i].lineage.repeat(made, numbers) ? made : null;
            }
            if (refs[i] == null) {
                return false;
            }
        }
        Call call = new Call(result, name, code, new Arguments(arguments, refs, null), "", true, retries < 0 ? retries : retries - 1,
                true);
        call.destination = destination;
        call.shape = shape;
        destination.submitAgain(call);
        return true;
    }
}
