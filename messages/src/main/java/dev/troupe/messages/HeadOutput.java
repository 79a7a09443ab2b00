package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.BundleKey;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.NodeKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.values.Output;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Writes the parts of facts and effects. Written by hand, because a starting worker should not spend time on initializing a serializer.
public final class HeadOutput {
    private final Output out;

    public HeadOutput(Output out) {
        this.out = out;
    }

    HeadOutput kind(int kind) {
        out.writeByte(kind);
        return this;
    }

    HeadOutput flag(boolean flag) {
        out.writeByte(flag ? 1 : 0);
        return this;
    }

    HeadOutput number(int number) {
        out.writeInt(number);
        return this;
    }

    HeadOutput number(long number) {
        out.writeLong(number);
        return this;
    }

    HeadOutput text(String text) {
        out.writeText(text);
        return this;
    }

    HeadOutput bytes(byte[] bytes) {
        out.writeArray(bytes);
        return this;
    }

    <T> HeadOutput all(Collection<T> elements, BiConsumer<HeadOutput, T> each) {
        out.writeInt(elements.size());
        for (T element : elements) {
            each.accept(this, element);
        }
        return this;
    }

    <T> HeadOutput maybe(Optional<T> value, BiConsumer<HeadOutput, T> write) {
        flag(value.isPresent());
        if (value.isPresent()) {
            write.accept(this, value.get());
        }
        return this;
    }

    HeadOutput process(ProcessKey process) {
        return number(process.number());
    }

    HeadOutput node(NodeKey node) {
        return number(node.number());
    }

    HeadOutput actor(ActorKey actor) {
        return number(actor.job().number()).number(actor.number());
    }

    HeadOutput group(GroupKey group) {
        return number(group.job().number()).number(group.number());
    }

    HeadOutput bundle(BundleKey bundle) {
        return group(bundle.group()).number(bundle.index());
    }

    HeadOutput resources(Resources resources) {
        Map<String, Double> units = resources.units();
        number(units.size());
        for (Map.Entry<String, Double> unit : units.entrySet()) {
            text(unit.getKey()).number(Double.doubleToLongBits(unit.getValue()));
        }
        return this;
    }

    public HeadOutput settings(WorkerSettings settings) {
        number(settings.job().number()).text(settings.isolation().name()).all(settings.jvmOptions(), HeadOutput::text);
        return texts(settings.env()).all(settings.jars(), HeadOutput::text).maybe(settings.workingDir(), HeadOutput::text);
    }

    HeadOutput terms(Fact.JobTerms terms) {
        return all(terms.code(), HeadOutput::text).bytes(terms.worker());
    }

    HeadOutput texts(Map<String, String> texts) {
        number(texts.size());
        for (Map.Entry<String, String> one : texts.entrySet()) {
            text(one.getKey()).text(one.getValue());
        }
        return this;
    }

    HeadOutput shape(Shape shape) {
        return resources(shape.resources()).maybe(shape.bundle(), HeadOutput::bundle).settings(shape.settings());
    }

    HeadOutput owner(Owner owner) {
        return process(owner.process()).maybe(owner.actor(), HeadOutput::actor);
    }

    HeadOutput actorSpec(ActorSpec spec) {
        return actor(spec.key()).text(spec.name()).text(spec.namespace()).flag(spec.detached()).owner(spec.owner())
                .resources(spec.resources()).maybe(spec.bundle(), HeadOutput::bundle).settings(spec.settings())
                .number(spec.maxRestarts()).text(spec.className()).bytes(spec.creation());
    }

    HeadOutput groupSpec(GroupSpec spec) {
        return group(spec.key()).text(spec.name()).text(spec.namespace()).text(spec.strategy().name())
                .all(spec.bundles(), HeadOutput::resources).owner(spec.owner());
    }
}
