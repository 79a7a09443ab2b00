package orders;

import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import java.util.List;

/// A task, a lambda that captures, and an actor, none of which the module opens to anybody.
class Orders {
    private record Order(String name, List<Integer> amounts) {}

    static class Counter {
        private int count;

        int add(int amount) {
            return count += amount;
        }
    }

    private static Order twice(Order order) {
        return new Order(order.name() + "!", order.amounts().stream().map(amount -> 2 * amount).toList());
    }

    public static void main(String[] arguments) {
        Ray.init();
        IO.println(Ray.task(Orders::twice, new Order("shoes", List.of(1, 2))).remote().get());
        int more = 40;
        IO.println(Ray.task(() -> more + 2).remote().get());
        ActorHandle<Counter> counter = Ray.actor(Counter::new).remote();
        counter.task(Counter::add, 1).remote();
        IO.println(counter.task(Counter::add, 2).remote().get());
        IO.println(Ray.task(() -> ProcessHandle.current().pid()).remote().get() == ProcessHandle.current().pid() ? "here" : "in a worker");
        Ray.shutdown();
    }
}
