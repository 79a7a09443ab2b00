package dev.troupe.cli;

import dev.troupe.dijob.JobFile;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Reading;
import dev.troupe.jobs.Jobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The `submit` command: the jobs of a file.
@Command(
        name = "submit",
        description = "Check the jobs in a file and submit them.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Submit a job and return at once:",
                "    troupe submit -f dijob.yaml",
                "  Submit it, print the output of its workers, and exit with its result:",
                "    troupe submit -f dijob.yaml --follow",
                "",
                "The exit code is 0 if the job was submitted (with --wait or --follow: if it succeeded), 1 if not, 2 if the file is wrong.",
        })
final class Submit extends ShellCommand implements Callable<Integer> {
    @Option(names = {"-f", "--file"}, paramLabel = "FILE",
            description = "Read one or more DIJobs from this YAML file; - is standard input.")
    private Path file;

    @Option(names = "--wait", description = "Wait until the job ends. The exit code is 0 if it succeeded.")
    private boolean wait;

    @Option(names = "--follow", description = "Print the output of the workers while waiting.")
    private boolean follow;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() {
        if (file == null) {
            throw wrong("name a file: troupe submit -f dijob.yaml; to run code without a file, use troupe launch");
        }
        List<Map<String, Object>> trees = checked();
        try (Jobs jobs = cluster.connect()) {
            var out = out();
            List<JobKey> submitted = new ArrayList<>();
            for (Map<String, Object> tree : trees) {
                JobKey key = jobs.submit(tree);
                boolean job = "DIJob".equals(tree.get("kind"));
                out.println((job ? "job " : "aggregator config ") + key.name() + " submitted to namespace " + key.namespace());
                if (job) {
                    submitted.add(key);
                    if (!wait && !follow) {
                        out.println("  its workers:        " + cluster.command("get workers", key));
                        out.println("  what they print:    " + cluster.command("logs -f", key));
                        out.println("  ending it:          " + cluster.command("kill", key));
                    }
                }
                out.flush();
            }
            return wait || follow ? new Following(spec(), cluster).to(jobs, submitted, follow) : 0;
        }
    }

    /// The documents of the file, when all of them are right.
    private List<Map<String, Object>> checked() {
        List<String> wrong = new ArrayList<>();
        List<Map<String, Object>> trees = new ArrayList<>();
        Set<String> titles = new HashSet<>();
        for (JobFile document : JobFile.read(text())) {
            switch (document.reading()) {
                case Reading.Bad bad -> bad.problems().forEach(problem -> wrong.add(called(bad) + problem.sentence()));
                case Reading.Good _ when cluster.namespace != null && !namespace(document).equals(cluster.namespace) ->
                        wrong.add("metadata.namespace is '" + namespace(document) + "', --namespace is '" + cluster.namespace
                                + "': leave one of them out");
                case Reading.Good _ when !titles.add(title(document)) ->
                        wrong.add("there are two documents for " + title(document) + ": give each its own name");
                case Reading.Good _ -> trees.add(document.tree());
            }
        }
        if (wrong.isEmpty()) {
            return trees;
        }
        // Each on a line of its own; the lines but the last are printed here.
        wrong.subList(0, wrong.size() - 1)
                .forEach(sentence -> err().println(spec().qualifiedName() + ": " + file + ": " + sentence));
        throw wrong(file + ": " + wrong.getLast());
    }

    private String title(JobFile document) {
        String name = document.tree().get("metadata") instanceof Map<?, ?> metadata ? String.valueOf((Object) metadata.get("name")) : "";
        String namespace = namespace(document);
        return document.tree().get("kind") + " " + name + (namespace == null ? "" : " in namespace " + namespace);
    }

    /// What it says itself, else what the command says.
    private String namespace(JobFile document) {
        return document.tree().get("metadata") instanceof Map<?, ?> metadata && metadata.get("namespace") != null
                ? metadata.get("namespace").toString()
                : cluster.namespace;
    }

    private static String called(Reading.Bad bad) {
        return bad.name().isEmpty() ? "" : bad.name() + ": ";
    }

    private String text() {
        try {
            return file.toString().equals("-") ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : Files.readString(file);
        } catch (NoSuchFileException e) {
            throw wrong("the file " + file + " does not exist"
                    + (file.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath()) + ": name a file with a DIJob", e);
        } catch (IOException e) {
            throw wrong("the file " + file + " cannot be read: " + e.getMessage()
                    + "; name a file with a DIJob, in UTF-8", e);
        }
    }
}
