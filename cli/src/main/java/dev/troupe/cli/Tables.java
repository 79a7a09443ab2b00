package dev.troupe.cli;

import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.WorkerRow;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Jobs, workers and events as tables, or as trees for programs.
final class Tables {
    private static final int SHORT = 80;

    private Tables() {}

    static void jobs(PrintWriter out, List<JobRow> rows, boolean namespaces, boolean wide, Instant now) {
        String name = namespaces ? "NAMESPACE/NAME" : "NAME";
        Table table = wide
                ? new Table("NUM", name, "SUCC", "FAIL", "START", "COMP", "ACTIVE", "PHASE", "READY", "RESTARTS", "RESCHEDULES", "AGE",
                        "MSG")
                : new Table("NUM", name, "SUCC", "FAIL", "START", "COMP", "ACTIVE", "PHASE");
        for (int i = 0; i < rows.size(); i++) {
            JobRow row = rows.get(i);
            String called = namespaces ? row.key().toString() : row.key().name();
            if (wide) {
                table.row(i, called, row.succeeded(), row.failed(), time(row.started()), time(row.completed()), row.active(), row.phase(),
                        row.ready() + "/" + row.replicas(), row.restarts(), row.reschedules(), age(row.created(), now), row.message());
            } else {
                table.row(i, called, row.succeeded(), row.failed(), time(row.started()), time(row.completed()), row.active(), row.phase());
            }
        }
        table.print(out, "");
    }

    static void workers(PrintWriter out, List<WorkerRow> rows, boolean wide, String indent) {
        Table table = wide ? new Table("NAME", "STATUS", "START", "EXIT_CODE", "NODE", "RANK", "TASK", "MSG")
                : new Table("NAME", "STATUS", "START", "EXIT_CODE", "NODE", "MSG");
        for (WorkerRow row : rows) {
            if (wide) {
                table.row(row.name(), row.status(), time(row.started()), row.exitCode(), row.node(), row.rank() < 0 ? "" : row.rank(),
                        row.task(), row.message());
            } else {
                table.row(row.name(), row.status(), time(row.started()), row.exitCode(), row.node(), shortened(row.message()));
            }
        }
        table.print(out, indent);
    }

    static void events(PrintWriter out, List<Jobs.Happening> events, String indent) {
        Table table = new Table("WHEN", "TYPE", "REASON", "OBJECT", "MESSAGE");
        events.forEach(event -> table.row(time(Optional.of(event.when())), event.type(), event.reason(), event.about(),
                event.message() + (event.count() > 1 ? " (" + event.count() + " times)" : "")));
        table.print(out, indent);
    }

    static Map<String, Object> tree(JobRow row) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", row.key().name());
        tree.put("namespace", row.key().namespace());
        tree.put("phase", row.phase());
        tree.put("message", row.message());
        tree.put("replicas", row.replicas());
        tree.put("ready", row.ready());
        tree.put("active", row.active());
        tree.put("succeeded", row.succeeded());
        tree.put("failed", row.failed());
        tree.put("restarts", row.restarts());
        tree.put("reschedules", row.reschedules());
        tree.put("created", nullable(row.created()));
        tree.put("started", nullable(row.started()));
        tree.put("completed", nullable(row.completed()));
        return tree;
    }

    static Map<String, Object> tree(WorkerRow row) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", row.name());
        tree.put("task", row.task());
        tree.put("rank", row.rank() < 0 ? null : row.rank());
        tree.put("status", row.status());
        tree.put("started", nullable(row.started()));
        tree.put("exitCode", row.exitCode().isPresent() ? row.exitCode().getAsInt() : null);
        tree.put("node", row.node().isEmpty() ? null : row.node());
        tree.put("message", row.message());
        return tree;
    }

    static String time(Optional<Instant> time) {
        return time.map(instant -> instant.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("");
    }

    /// As kubectl says it: the largest units that matter.
    static String age(Optional<Instant> since, Instant now) {
        if (since.isEmpty()) {
            return "";
        }
        Duration age = Duration.between(since.get(), now);
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) return seconds + "s";
        if (seconds < 600) return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
        if (seconds < 3 * 3600) return seconds / 60 + "m";
        if (seconds < 48 * 3600) return seconds / 3600 + "h";
        return age.toDays() + "d";
    }

    private static Object nullable(Optional<Instant> time) {
        return time.isEmpty() ? null : time(time);
    }

    private static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT - 1) + "…";
    }
}
