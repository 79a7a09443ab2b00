package dev.troupe.parallel;

import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Node ids on a platform: counted over all ranks from a first one, or those of this rank, as in the flags of a DIJob.
final class NodeIds {
    /// Set in the pods of a DIJob with one template: `--node-ids=4,5`, ready for the command line.
    private static final String FLAG = "DI_NODE_IDS_ARG";

    private NodeIds() {}

    /// The node id of the first worker of rank 0.
    static int first(Settings settings, int self, Map<String, String> variables) {
        List<Integer> given = settings.nodeIds;
        List<Integer> own = Numbers.countUp("node ids", self * settings.workers, settings.workers);
        if (given.isEmpty() || (given.equals(own) && isOwn(given, variables))) {
            return 0;
        }
        if (given.size() > 1) {
            throw new SettingException("node ids " + given + ": the platform assigns them, and rank " + self + " with " + settings.workers
                    + " workers has " + own + "; give only the first id of rank 0, or all ids in the platform spec");
        }
        if (isFlag(given, variables)) {
            throw new SettingException(FLAG + " has node ids for 1 worker, but parallel-workers is " + settings.workers
                    + ": leave it out (the ids follow from DI_RANK), or set engineFields.parallelWorkers to " + settings.workers
                    + " in the DIJob");
        }
        return given.getFirst();
    }

    /// A single id may be the first of all; a list never is.
    private static boolean isOwn(List<Integer> given, Map<String, String> variables) {
        return given.size() > 1 || isFlag(given, variables);
    }

    private static boolean isFlag(List<Integer> given, Map<String, String> variables) {
        String ids = variables.getOrDefault(FLAG, "").replaceFirst("--node-ids=", "");
        return Arrays.asList(ids.split(",", -1)).equals(given.stream().map(id -> Integer.toString(id)).toList());
    }
}
