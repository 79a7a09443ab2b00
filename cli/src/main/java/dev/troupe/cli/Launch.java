package dev.troupe.cli;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.TreeText;
import dev.troupe.jobs.Installation;
import dev.troupe.jobs.Jobs;
import dev.troupe.task.Program;
import dev.troupe.task.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The `launch` command, which runs the main of a package in the pods of a DIJob that it creates.
@Command(
        name = "launch",
        description = "Run the main of a package in linked pods of a Kubernetes cluster. The code is uploaded with the job.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Run three pods in a star, the first two with a GPU and the label gpu, and follow them:",
                "    troupe launch --workers 3 --gpus 2 --package target/classes --main my.app.Main.play --topology star",
                "  Print the DIJob that the command would create:",
                "    troupe launch --workers 3 --package my-app.jar --dry-run",
                "",
                "The exit code is 0 if the job succeeded, 1 if it did not, 2 if the command line is wrong.",
        })
final class Launch extends ShellCommand implements Callable<Integer> {
    @Option(names = "--workers", paramLabel = "N", description = "Start this many pods. Default: ${DEFAULT-VALUE}.")
    int workers = 1;

    @Option(names = "--gpus", paramLabel = "N",
            description = "Give the first N pods a GPU and the label gpu. Default: ${DEFAULT-VALUE}.")
    int gpus;

    @Option(names = "--package", paramLabel = "PATH",
            description = "Upload the code in this directory, jar or zip. Default: the current directory.")
    Path location = Path.of(".");

    @Option(names = "--main", paramLabel = "CLASS.METHOD",
            description = "Run this static method; the last dot separates class and method. Default: main of the package's main class.")
    String main;

    @Option(names = "--topology", paramLabel = "NAME",
            description = "Connect the processes as a mesh (each to all others), a star (each to the first pod), or alone. Default: mesh.")
    Topology topology = Topology.MESH;

    @Option(names = "--parallel-workers", paramLabel = "N",
            description = "Start this many processes in each pod. Default: ${DEFAULT-VALUE}.")
    int parallelWorkers = 1;

    @Option(names = "--name", paramLabel = "NAME",
            description = "Give the job this name. Default: the name of the main and a few random letters.")
    String name;

    @Option(names = "--image", paramLabel = "IMAGE",
            description = "Use this image, which must contain ditask. Default: troupe:latest, which tools/image builds.")
    String image;

    @Option(names = "--operator-namespace", paramLabel = "NAME",
            description = "Namespace of the operator. Its server stores code that is too large for a config map. Default: ${DEFAULT-VALUE}.")
    String operatorNamespace = Installation.USUAL.namespace();

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "Set an environment variable of the workers; may be repeated.")
    List<String> env = List.of();

    @Option(names = "--cpu", paramLabel = "AMOUNT", description = "Request this many CPUs for each pod, e.g. 2 or 500m. Default: none.")
    String cpu;

    @Option(names = "--memory", paramLabel = "AMOUNT",
            description = "Request this much memory for each pod, which is also its limit, e.g. 4Gi. Default: none.")
    String memory;

    @Option(names = "--gpu-resource", paramLabel = "NAME",
            description = "Request GPUs under this resource name. Default: ${DEFAULT-VALUE}.")
    String gpuResource = "nvidia.com/gpu";

    @Option(names = "--jvm-options", paramLabel = "OPTIONS",
            description = "Start the JVM of each process with these options, e.g. \"-Xmx4g -ea\". Default: none.")
    String jvmOptions;

    @Option(names = "--backoff-limit", paramLabel = "N", description = "Restart failed pods at most N times in total. Default: 3.")
    Integer backoffLimit;

    @Option(names = "--gang",
            description = "Start the pods only when there is room for all. Default: each starts as soon as it has room, then waits for the others.")
    boolean gang;

    @Option(names = "--detach", description = "Return at once instead of following the job.")
    boolean detach;

    @Option(names = "--dry-run", description = "Only print the DIJob.")
    boolean dryRun;

    @Parameters(paramLabel = "ARG",
            description = "Arguments for a main that takes a String[]; write -- before arguments that begin with a dash.")
    List<String> arguments = List.of();

    @Mixin
    final ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() throws IOException {
        check();
        new Program(location, Optional.ofNullable(main), arguments).check(); // here, rather than in each pod
        try (CodeZip code = code()) {
            Map<String, Object> manifest = new LaunchManifest(this).tree(code.file(), RandomGenerator.getDefault());
            if (ManifestReader.tree(manifest) instanceof Reading.Bad bad) {
                throw wrong(new LaunchProblem(gpuResource).sentence(bad.problems().getFirst()));
            }
            if (dryRun) {
                out().print(TreeText.yaml(manifest));
                out().flush();
                return 0;
            }
            return launch(manifest, code);
        }
    }

    private int launch(Map<String, Object> manifest, CodeZip code) throws IOException {
        try (Jobs jobs = cluster.connect()) {
            JobKey job = jobs.submit(manifest, code.file(), LaunchManifest.image(this), operatorNamespace);
            code.discard(); // the job may go on for days
            err().println("job " + job.name() + " submitted to namespace " + job.namespace() + ", with "
                    + "%,d".formatted(code.file().size()) + " bytes of code");
            if (detach) {
                err().println("follow it with: " + cluster.command("logs -f", job) + "; end it with: "
                        + cluster.command("kill", job));
                return 0;
            }
            return new Following(spec(), cluster).to(jobs, List.of(job), true);
        }
    }

    private void check() {
        if (workers < 1) {
            throw wrong("--workers " + workers + ": at least one pod must run");
        }
        if (workers > Job.MAX_PODS) {
            throw wrong("--workers " + workers + ": a job has at most " + Job.MAX_PODS + " pods");
        }
        if (gpus < 0 || gpus > workers) {
            throw wrong("--gpus " + gpus + ": each worker gets at most one GPU, and --workers is " + workers
                    + "; use 0 to " + workers + ", or more --workers");
        }
        if (parallelWorkers < 1) {
            throw wrong("--parallel-workers " + parallelWorkers + ": at least one process must run in each pod");
        }
        if (!operatorNamespace.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?")) {
            throw wrong("--operator-namespace '" + operatorNamespace + "' is not the name of a namespace: the default is "
                    + Installation.USUAL.namespace());
        }
        env.stream().filter(variable -> variable.indexOf('=') < 1).findFirst().ifPresent(variable -> {
            throw wrong("--env '" + variable + "' is not NAME=VALUE");
        });
        if (main != null && !main.matches("[\\w$]+(\\.[\\w$]+)+")) {
            throw wrong("--main '" + main + "' does not name a class and a method, such as my.app.Main.main");
        }
    }

    private CodeZip code() throws IOException {
        try {
            return CodeZip.of(location);
        } catch (CodeZip.NoCode e) {
            throw wrong(e.getMessage());
        }
    }
}
