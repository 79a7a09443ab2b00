package dev.troupe.runtime;

import dev.troupe.cluster.Seat;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.node.Agent;
import dev.troupe.node.Gpus;
import dev.troupe.node.Node;
import dev.troupe.node.WorkerCode;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Starts the workers of a node as processes.
///
/// @param seats what a process of the node must know, by its number
/// @param code the class path of a job's workers
record WorkerStarter(IntFunction<Seat> seats, Function<Fact.JobTerms, WorkerCode> code, Supplier<Node> node,
        Gpus gpus) implements Agent.Starter {
    WorkerStarter(IntFunction<Seat> seats, Function<Fact.JobTerms, WorkerCode> code, Supplier<Node> node) {
        this(seats, code, node, Gpus.here());
    }

    @Override
    public void start(Effect.StartWorker order) {
        Seat seat = seats.apply(order.process().number()).with(order.gpus().stream().map(gpus::id).toList());
        node.get().start(order.process(), order.settings(), order.gpus().stream().map(gpus::name).toList(), code.apply(order.terms()),
                List.of(seat.encode(), Base64.getEncoder().encodeToString(order.terms().worker())),
                JobWorkers.setupTimeout(order.settings()));
    }
}
