package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.BundleKey;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.Strategy;
import dev.troupe.head.WorkerSettings;
import dev.troupe.values.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads what [HeadOutput] wrote.
public final class HeadInput {
    private final Input in;

    public HeadInput(Input in) {
        this.in = in;
    }

    int kind() {
        return in.readByte();
    }

    boolean flag() {
        return in.readByte() == 1;
    }

    int number() {
        return in.readInt();
    }

    long longNumber() {
        return in.readLong();
    }

    String text() {
        return in.readText();
    }

    byte[] bytes() {
        return in.readArray();
    }

    <T> List<T> all(Function<HeadInput, T> each) {
        List<T> all = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            all.add(each.apply(this));
        }
        return all;
    }

    <T> Optional<T> maybe(Function<HeadInput, T> read) {
        return flag() ? Optional.of(read.apply(this)) : Optional.empty();
    }

    ProcessKey process() {
        return new ProcessKey(number());
    }

    NodeKey node() {
        return new NodeKey(longNumber());
    }

    LeaseKey lease() {
        return new LeaseKey(longNumber());
    }

    ActorKey actor() {
        return new ActorKey(new JobKey(number()), longNumber());
    }

    GroupKey group() {
        return new GroupKey(new JobKey(number()), longNumber());
    }

    BundleKey bundle() {
        return new BundleKey(group(), number());
    }

    Resources resources() {
        Map<String, Double> units = new HashMap<>();
        for (int left = number(); left > 0; left--) {
            units.put(text(), Double.longBitsToDouble(longNumber()));
        }
        return Resources.of(units);
    }

    public WorkerSettings settings() {
        JobKey job = new JobKey(number());
        Isolation isolation = Isolation.valueOf(text());
        return new WorkerSettings(job, isolation, all(HeadInput::text), texts(), all(HeadInput::text), maybe(HeadInput::text));
    }

    Fact.JobTerms terms() {
        return new Fact.JobTerms(all(HeadInput::text), bytes());
    }

    Map<String, String> texts() {
        Map<String, String> texts = new HashMap<>();
        for (int left = number(); left > 0; left--) {
            texts.put(text(), text());
        }
        return texts;
    }

    Shape shape() {
        return new Shape(resources(), maybe(HeadInput::bundle), settings());
    }

    Owner owner() {
        return new Owner(process(), maybe(HeadInput::actor));
    }

    ActorSpec actorSpec() {
        return new ActorSpec(actor(), text(), text(), flag(), owner(), resources(), maybe(HeadInput::bundle), settings(), number(),
                text(), bytes());
    }

    GroupSpec groupSpec() {
        return new GroupSpec(group(), text(), text(), Strategy.valueOf(text()), all(HeadInput::resources), owner());
    }
}
