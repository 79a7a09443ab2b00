package dev.troupe.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The pods of the DIJob that this one belongs to. Workers have a minute to connect to each other, and it must not pass while another pod
/// waits for a GPU: so they start when all pods run, which the operator's server knows.
///
/// @param pauses between two questions to the server
/// @param patience how long the server may be silent, once it has said that pods are pending
/// @param starting how long pods that have a node may take until they run. One whose image cannot be fetched would keep the others, and
///        their GPUs, for ever; and one with an init container may itself wait for this one.
record PodsOfJob(String job, OperatorServer server, Pauses pauses, Duration patience, Duration starting) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern NUMBER = Pattern.compile("\"(replicas|pending|starting)\":(\\d+)");
    /// Pods of a job seldom begin at the same moment: a short wait is not worth a word.
    private static final int SILENT_PAUSES = 2;

    /// What the server says: how many pods the job has, how many of them have no node, and how many have one but do not run.
    private record Counted(int replicas, int pending, int starting) {}

    /// @param variables of a pod's environment
    static PodsOfJob of(Map<String, String> variables, OperatorServer server) {
        return new PodsOfJob(variables.get("DI_JOB_ID"), server, Pauses.USUAL, Duration.ofMinutes(1), Duration.ofMinutes(5));
    }

    /// Whether there is somebody to wait for, and somebody to ask.
    static boolean areSeveral(Map<String, String> variables) {
        return variables.containsKey("DI_JOB_ID") && variables.containsKey("DI_SERVER_URL") && variables.containsKey("DI_RANK")
                && Stream.of(variables.getOrDefault("DI_NODES", "").split(",", -1)).filter(node -> !node.isBlank()).count() > 1;
    }

    /// Returns when all pods run, or at once when the server cannot be asked: then it is as without a server.
    void awaitRunning(PrintWriter err) throws InterruptedException {
        try (HttpClient client = server.client(CONNECT_TIMEOUT)) {
            long heard = System.nanoTime();
            long placed = heard;
            int replicas = 0;
            for (int count = 0; true; count++) {
                Optional<Counted> pods = counted(client);
                long now = System.nanoTime();
                if (pods.isPresent()) {
                    heard = now;
                    placed = pods.get().pending() > 0 ? now : placed;
                    replicas = pods.get().replicas();
                }
                if (pods.isPresent() ? over(pods.get(), now - placed) : count == 0 || now - heard > patience.toNanos()) {
                    return;
                }
                if (count == SILENT_PAUSES) {
                    err.println("ditask: waiting until all pods of job " + job + " run; 'troupe describe job " + job
                            + "' shows what they wait for");
                    err.flush();
                }
                Thread.sleep(pauses.next(count, replicas));
            }
        } catch (IOException | GeneralSecurityException e) {
            err.println("ditask: not waiting for the other pods of job " + job + ", because the operator's server cannot be reached: " + e);
            err.flush();
        }
    }

    private boolean over(Counted pods, long nanosSincePlaced) {
        return pods.pending() == 0 && (pods.starting() == 0 || nanosSincePlaced > starting.toNanos());
    }

    /// Empty when the server does not say so.
    private Optional<Counted> counted(HttpClient client) throws IOException, InterruptedException {
        var request = server.request("/v2alpha1/job/" + job.replace('/', '.') + "/pending").timeout(ANSWER_TIMEOUT).build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            Map<String, Integer> numbers = new HashMap<>();
            NUMBER.matcher(answer.body()).results().forEach(number -> numbers.put(number.group(1), Integer.parseInt(number.group(2))));
            return answer.statusCode() == 200 && numbers.containsKey("pending")
                    ? Optional.of(
                            new Counted(numbers.getOrDefault("replicas", 0), numbers.get("pending"), numbers.getOrDefault("starting", 0)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // there is no server, or it is being replaced
        }
    }
}
