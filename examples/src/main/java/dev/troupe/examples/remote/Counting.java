package dev.troupe.examples.remote;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;

/// An actor: an object that lives elsewhere and keeps its state between calls.
public class Counting {
    static class Counter {
        private int count;

        Counter(int start) {
            count = start;
        }

        int add(int number) {
            count += number;
            return count;
        }
    }

    /// A handle may travel: whoever has it calls the same actor.
    static int addTen(ActorHandle<Counter> counter) {
        return counter.task(Counter::add, 10).remote().get();
    }

    public static void main(String[] args) {
        Ray.init();
        ActorHandle<Counter> counter = Ray.actor(Counter::new, 100).setName("counter").remote();
        counter.task(Counter::add, 1).remote();
        ObjectRef<Integer> two = counter.task(Counter::add, 1).remote();
        IO.println("after two calls: " + two.get());
        IO.println("after a task had the handle: " + Ray.task(Counting::addTen, counter).remote().get());
        ActorHandle<Counter> same = Ray.<ActorHandle<Counter>>getActor("counter").orElseThrow();
        IO.println("found by its name: " + same.task(Counter::add, 0).remote().get());
    }
}
