package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import dev.troupe.dijob.Tree;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// Tells whether a pod still is what its job asks for: everything that can only change with a new pod, so neither labels nor
/// annotations nor numbers of replicas.
final class Fingerprint {
    private static final int LENGTH = 16;

    private Fingerprint() {}

    static String of(Job job, Task task) {
        Object engine = job.shape() instanceof Shape.Elastic elastic
                ? List.of(elastic.topology().word(), elastic.parallelWorkers())
                : List.of();
        return of(Tree.canonical(List.of(task.template().spec(), job.volumes(), job.terms().priorityClassName(), engine)));
    }

    static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
