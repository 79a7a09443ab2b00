package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class OperatorCommandTest {
    @Test
    void manifestsSayWhatTheOptionsSay() {
        String usual = Said.by(new Troupe(), "operator", "manifests").out();
        assertTrue(usual.contains("namespace: di-system") && usual.contains("image: \"troupe:latest\"") && usual.contains("replicas: 1"));
        assertFalse(usual.contains("x-kubernetes-validations"));
        String other = Said.by(new Troupe(), "operator", "manifests", "--namespace", "jobs", "--image", "registry.example/troupe:2",
                "--replicas", "2", "--packages-claim", "code", "--cel", "--fair-sharing", "--server-tls", "pair", "--arg=--watch=games",
                "--arg=--insecure-server", "--memory", "1Gi", "--service-monitor").out();
        assertTrue(other.contains("namespace: jobs") && other.contains("image: \"registry.example/troupe:2\"")
                && other.contains("replicas: 2") && other.contains("claimName: code") && other.contains("x-kubernetes-validations")
                && other.contains("di-high, --fair-sharing, --server-tls, /tls]") && other.contains("secretName: pair")
                && other.contains("limits: {memory: 1Gi}") && other.contains("kind: ServiceMonitor")
                && other.contains("args: [\"--watch=games\",\"--insecure-server\"]"), other);
    }

    @Test
    void mistakesAreOneLine() {
        var said = Said.by(new Troupe(), "operator", "manifests", "--replicas", "0");
        assertEquals(2, said.exitCode());
        assertEquals("troupe operator manifests: replicas is 0: at least one is needed" + System.lineSeparator(), said.err());
        assertEquals(2, Said.by(new Troupe(), "operator").exitCode());
    }

    @Test
    void theOptionsOfRunAreTheOperators() {
        assertEquals(0, Said.by(new Troupe(), "operator", "run", "--help").exitCode());
        assertEquals(2, Said.by(new Troupe(), "operator", "run", "--no-such-option").exitCode());
    }
}
