package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.JobFile;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.TreeText;
import dev.troupe.jobs.CodeFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Code put into the pods of a job.
final class CodeTravelTest {
    private static final Map<String, Object> JOB = JobFile.read("""
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata: {name: test}
            spec:
              tasks:
              - name: gpu
                type: none
                template: {spec: {containers: [{name: log, image: l}, {name: di-container, image: i, env: [{name: A, value: b}]}]}}
            """).getFirst().tree();
    private static final CodeFile CODE = new CodeFile("package.jar", Path.of("my-app.jar"), 10);

    @Test
    void smallCodeIsMountedFromAConfigMap() {
        Map<String, Object> job = CodeTravel.mounted(JOB, "test-code-x");
        assertEquals("""
                tasks:
                - name: gpu
                  type: none
                  template:
                    spec:
                      containers:
                      - name: log
                        image: l
                      - name: di-container
                        image: i
                        env:
                        - name: A
                          value: b
                        volumeMounts:
                        - name: troupe-code
                          mountPath: /troupe/code
                volumes:
                - name: troupe-code
                  configMap:
                    name: test-code-x
                """, TreeText.yaml(job.get("spec")));
        assertInstanceOf(Reading.Good.class, ManifestReader.tree(job));
        assertTrue(!JOB.toString().contains("troupe-code"), "the job itself is as it was");
    }

    @Test
    void largeCodeIsFetchedByAnInitContainer() {
        Map<String, Object> job = CodeTravel.fetched(JOB, CODE, "abc", "troupe:1");
        String yaml = TreeText.yaml(job);
        assertTrue(yaml.contains("- troupe\n") && yaml.contains("- fetch\n") && yaml.contains("- abc\n")
                && yaml.contains("- /troupe/code/package.jar\n") && yaml.contains("emptyDir: {}")
                && yaml.contains("imagePullPolicy: IfNotPresent"), yaml);
        assertInstanceOf(Reading.Good.class, ManifestReader.tree(job));
    }

    @Test
    void aConfigMapHoldsNineHundredThousandBytes() {
        assertTrue(CodeTravel.fits(new CodeFile("a", Path.of("a"), 900_000)));
        assertTrue(!CodeTravel.fits(new CodeFile("a", Path.of("a"), 900_001)));
    }
}
