package dev.troupe.dijob;

/// Small jobs.
public final class Yaml {
    private Yaml() {}

    /// Tasks as `name*replicas`; learner, collector and evaluator have that type.
    public static String tasks(String extra, String... tasks) {
        StringBuilder yaml = new StringBuilder(
                "apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: job, uid: u1}\nspec:\n");
        yaml.append(extra.isEmpty() ? "" : extra.indent(2)).append("  tasks:\n");
        for (String task : tasks) {
            String name = task.replaceFirst("\\*.*", "");
            String type = name.matches("learner|collector|evaluator") ? name : "none";
            yaml.append("  - {name: ").append(name).append(", type: ").append(type).append(", replicas: ")
                    .append(task.replaceFirst(".*\\*", ""))
                    .append(", template: {spec: {containers: [{name: di-container, image: ding}]}}}\n");
        }
        return yaml.toString();
    }

    public static String elastic(String extra) {
        return "apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: job, uid: u1}\nspec:\n" + extra.indent(2)
                + "  template: {spec: {containers: [{name: di-container, image: ding}]}}\n";
    }
}
