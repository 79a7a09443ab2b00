package dev.troupe.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The pods of the DIJob that this one belongs to. Workers have a minute to connect to each other, and it must not pass while another pod
/// waits for a GPU: so they start when all pods have begun, which the operator's server knows.
///
/// @param patience how long the server may be silent, once it has said that pods are pending
record PodsOfJob(String job, OperatorServer server, Duration firstPause, Duration patience) {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern PENDING = Pattern.compile("\"pending\":(\\d+)");
    /// Pods of a job seldom begin at the same moment: a short wait is not worth a word.
    private static final int SILENT_PAUSES = 2;

    /// @param variables of a pod's environment
    static PodsOfJob of(Map<String, String> variables, OperatorServer server) {
        return new PodsOfJob(variables.get("DI_JOB_ID"), server, Duration.ofSeconds(1), Duration.ofMinutes(1));
    }

    /// Whether there is somebody to wait for, and somebody to ask.
    static boolean areSeveral(Map<String, String> variables) {
        return variables.containsKey("DI_JOB_ID") && variables.containsKey("DI_SERVER_URL") && variables.containsKey("DI_RANK")
                && Stream.of(variables.getOrDefault("DI_NODES", "").split(",", -1)).filter(node -> !node.isBlank()).count() > 1;
    }

    /// Returns when all pods have begun, or at once when the server cannot be asked: then it is as without a server.
    void awaitBegun(PrintWriter err) throws InterruptedException {
        try (HttpClient client = server.client(CONNECT_TIMEOUT)) {
            long heard = System.nanoTime();
            Duration pause = firstPause;
            for (int pauses = 0; true; pauses++) {
                OptionalInt pending = pending(client);
                if (pending.isPresent()) {
                    heard = System.nanoTime();
                }
                boolean silent = pending.isEmpty() && (pauses == 0 || System.nanoTime() - heard > patience.toNanos());
                if (silent || pending.orElse(1) == 0) {
                    return;
                }
                if (pauses == SILENT_PAUSES) {
                    err.println("ditask: waits until all pods of job " + job + " have begun; 'troupe describe job " + job
                            + "' says what they wait for");
                    err.flush();
                }
                Thread.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (IOException | GeneralSecurityException e) {
            err.println("ditask: does not wait for the other pods of job " + job + ", since the operator's server cannot be asked: " + e);
            err.flush();
        }
    }

    /// How many have not begun; empty when the server does not say so.
    private OptionalInt pending(HttpClient client) throws IOException, InterruptedException {
        var request = server.request("/v2alpha1/job/" + job.replace('/', '.') + "/pending").timeout(ANSWER_TIMEOUT).build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            Matcher pending = PENDING.matcher(answer.body());
            return answer.statusCode() == 200 && pending.find() ? OptionalInt.of(Integer.parseInt(pending.group(1))) : OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty(); // there is no server, or it is being replaced
        }
    }
}
