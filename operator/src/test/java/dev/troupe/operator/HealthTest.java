package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.kube.KubeCluster;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class HealthTest {
    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void anOperatorThatFollowsTheClusterIsReady() throws Exception {
        try (Lab lab = new Lab(); HttpClient http = HttpClient.newHttpClient()) {
            Operator operator = lab.start(OperatorSettings.USUAL.watching(lab.namespace).healthAt(0), lab.client);
            for (String path : new String[]{"healthz", "readyz"}) {
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operator.healthPort() + "/" + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertEquals(200, answer.statusCode(), path);
            }
        }
    }
}
