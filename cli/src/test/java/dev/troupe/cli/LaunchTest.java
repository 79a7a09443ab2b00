package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `troupe launch` asks for, without a cluster.
final class LaunchTest {
    @TempDir
    Path code;

    @BeforeEach
    void code() throws IOException {
        Code.in(code, "my.app.Main");
    }

    private Said launch(String... args) {
        var all = new String[args.length + 3];
        all[0] = "launch";
        all[1] = "--package";
        all[2] = code.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        return Said.by(new Troupe(), all);
    }

    @Test
    void theFirstPodsGetAGpuAndTheLabel() {
        var said = launch("--workers", "3", "--gpus", "2", "--main", "my.app.Main.main", "--topology", "star", "--name", "test",
                "--namespace", "games", "--env", "A=b=c", "--cpu", "2", "--memory", "4Gi", "--dry-run", "--", "--fast", "7");
        assertEquals("", said.err());
        assertEquals("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata:
                  name: test
                  namespace: games
                spec:
                  tasks:
                  - name: gpu
                    type: none
                    replicas: 2
                    template:
                      metadata:
                        labels:
                          gpu: 'true'
                      spec:
                        containers:
                        - name: di-container
                          image: troupe:latest
                          imagePullPolicy: IfNotPresent
                          command:
                          - ditask
                          - --package
                          - /troupe/code/package.zip
                          - --main
                          - my.app.Main.main
                          - --parallel-workers
                          - '1'
                          - --topology
                          - star
                          - --labels
                          - gpu
                          - --
                          - --fast
                          - '7'
                          env:
                          - name: A
                            value: b=c
                          resources:
                            requests:
                              cpu: '2'
                              memory: 4Gi
                              nvidia.com/gpu: '1'
                            limits:
                              memory: 4Gi
                              nvidia.com/gpu: '1'
                  - name: worker
                    type: none
                    replicas: 1
                    template:
                      spec:
                        containers:
                        - name: di-container
                          image: troupe:latest
                          imagePullPolicy: IfNotPresent
                          command:
                          - ditask
                          - --package
                          - /troupe/code/package.zip
                          - --main
                          - my.app.Main.main
                          - --parallel-workers
                          - '1'
                          - --topology
                          - star
                          - --
                          - --fast
                          - '7'
                          env:
                          - name: A
                            value: b=c
                          resources:
                            requests:
                              cpu: '2'
                              memory: 4Gi
                            limits:
                              memory: 4Gi
                """, said.out());
    }

    @Test
    void whatIsSaidAboutPodsIsInTheJob() {
        String job = launch("--gpus", "1", "--image", "registry.example/ding:2", "--gpu-resource", "amd.com/gpu", "--jvm-options",
                "-Xmx1g -ea",
                "--backoff-limit", "7", "--parallel-workers", "2", "--gang", "--dry-run").out();
        for (String part : new String[]{"image: registry.example/ding:2\n", "amd.com/gpu: '1'\n", "- --jvm-options\n", "- -Xmx1g -ea\n",
                "backoffLimit: 7\n", "gang: true\n", "- --parallel-workers\n- '2'\n"}) {
            assertTrue(job.replaceAll("(?m)^ +", "").contains(part), part + " in " + job);
        }
    }

    @Test
    void aJobWithoutANameGetsOneFromItsMain() throws IOException {
        assertTrue(launch("--dry-run", "--gpus", "1").out().matches("(?s).*name: job-[a-z0-9]{5}\n.*name: gpu\n.*"));
        Code.in(code, "my.app.CartPole");
        var said = launch("--main", "my.app.CartPole.main", "--dry-run");
        assertTrue(said.out().matches("(?s).*name: cart-pole-[a-z0-9]{5}\n.*"), said.out());
        assertTrue(said.out().contains("name: worker") && !said.out().contains("name: gpu"), said.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--workers 0            | --workers 0: at least one pod must run",
            "--workers x            | 'x' is not a whole number",
            "--gpus 2               | --gpus 2: each worker gets at most one GPU, and --workers is 1; use 0 to 1, or more --workers",
            "--parallel-workers 0   | at least one process must run in each pod",
            "--env A                | --env 'A' is not NAME=VALUE",
            "--main main            | --main 'main' does not name a class and a method, such as my.app.Main.main",
            "--main my.app.Mian.main | class my.app.Mian is not in the package",
            "--main my.app.Main.play | class my.app.Main has no method play: it can be started with main",
            "--topology ring        | ring",
            "--operator-namespace / | --operator-namespace '/' is not the name of a namespace: the default is di-system",
            "--name My_Job          | launch: --name 'My_Job': ",
            "--cpu much             | launch: --cpu 'much': it must be a number with or without a unit, e.g. 6, 500m or 10Gi",
            "--memory much          | launch: --memory 'much': it must be a number",
            "--backoff-limit -1     | launch: --backoff-limit -1: ",
            "--namespace a/b        | launch: --namespace 'a/b': ",
            "--workers 2000         | launch: --workers 2000: a job has at most 1000 pods",
            "--gpu 2                | did you mean --gpus?"})
    void mistakesAreOneLineWithTheNextStep(String args, String sentence) {
        var said = launch((args + " --dry-run").split(" ", -1));
        assertEquals(2, said.exitCode(), said.toString());
        assertEquals(1, said.err().lines().count(), said.err());
        assertTrue(said.err().startsWith("troupe launch: ") && said.err().contains(sentence), said.err());
    }

    @Test
    void whoLeavesIsToldHowToComeBack() {
        var launch = new Launch();
        launch.cluster.namespace = "games";
        var spec = picocli.CommandLine.Model.CommandSpec.forAnnotatedObject(launch);
        assertEquals("job test keeps running; follow it with: troupe logs -f --namespace games test; "
                + "end it with: troupe kill --namespace games test",
                new Following(spec, launch.cluster).farewell(new dev.troupe.dijob.JobKey("games", "test")));
    }
}
