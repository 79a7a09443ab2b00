package dev.troupe.examples.remote;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.List;
import java.util.stream.IntStream;

/// Four workers fit one line to their points: each takes the newest weights, computes a gradient, and sends it to the server.
public class ParameterServer {
    record Weights(double slope, double offset) {
        Weights minus(Weights gradient, double rate) {
            return new Weights(slope - rate * gradient.slope, offset - rate * gradient.offset);
        }
    }

    static class Server {
        private Weights weights = new Weights(0, 0);

        Weights weights() {
            return weights;
        }

        Weights apply(Weights gradient) {
            weights = weights.minus(gradient, 0.1);
            return weights;
        }
    }

    /// The points of this worker lie on the line 3 x + 2.
    static Weights gradient(Weights weights, int worker) {
        double slope = 0;
        double offset = 0;
        for (int i = 0; i < 100; i++) {
            double x = (i + worker / 4.0) / 100;
            double error = weights.slope * x + weights.offset - (3 * x + 2);
            slope += error * x / 50;
            offset += error / 50;
        }
        return new Weights(slope, offset);
    }

    public static void main(String[] args) {
        Ray.init();
        ActorHandle<Server> server = Ray.actor(Server::new).remote();
        for (int step = 0; step < 200; step++) {
            ObjectRef<Weights> newest = server.task(Server::weights).remote();
            List<ObjectRef<Weights>> gradients = IntStream.range(0, 4)
                    .mapToObj(worker -> Ray.task(ParameterServer::gradient, newest, worker).remote()).toList();
            Ray.get(gradients.stream().map(gradient -> server.task(Server::apply, gradient).remote()).toList());
        }
        Weights learned = server.task(Server::weights).remote().get();
        IO.println("slope %.2f, offset %.2f".formatted(learned.slope(), learned.offset()));
    }
}
