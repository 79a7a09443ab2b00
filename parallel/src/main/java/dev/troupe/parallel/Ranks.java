package dev.troupe.parallel;

import dev.troupe.process.WholeNumber;
import dev.troupe.task.SettingException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The layout that a platform gives in its environment variables.
///
/// @param self the rank of this process
/// @param hosts the host of each rank; empty for a rank without a process, e.g. after scaling down
/// @param firstPorts the first port of each rank; ranks that share a host have different ones
record Ranks(int self, List<String> hosts, List<Integer> firstPorts) {
    /// The host names in rank order, and the rank of this process.
    static Ranks k8s(Map<String, String> variables, List<Integer> ports) {
        String setBy = "for platform k8s it is set in every pod of a DIJob";
        List<String> hosts = Stream.of(variable(variables, "DI_NODES", setBy).split(",", -1)).map(String::strip).toList();
        int self = rank(variables, "DI_RANK", hosts.size(), "DI_NODES names " + hosts.size(), setBy);
        if (hosts.get(self).isEmpty()) {
            throw new SettingException("DI_RANK is " + self + ", but DI_NODES '" + variables.get("DI_NODES")
                    + "' has an empty entry there: no process has that rank");
        }
        int first = ports.isEmpty() ? Layout.FIRST_PORT : ports.getFirst();
        return new Ranks(self, hosts, hosts.stream().map(host -> first).toList());
    }

    /// Several tasks on each node, in the order of the node list.
    static Ranks slurm(Map<String, String> variables, List<Integer> ports, int workers) {
        String setBy = "for platform slurm it is set by srun, SLURM_NTASKS_PER_NODE by its option --ntasks-per-node";
        int tasks = number(variables, "SLURM_NTASKS", setBy);
        int perNode = number(variables, "SLURM_NTASKS_PER_NODE", setBy);
        List<String> nodes = NodeList.parse(variable(variables, "SLURM_NODELIST", setBy));
        int self = rank(variables, "SLURM_PROCID", tasks, "SLURM_NTASKS is " + tasks, setBy);
        String here = variable(variables, "SLURMD_NODENAME", setBy);
        if (perNode < 1 || tasks > nodes.size() * perNode) {
            throw new SettingException("SLURM_NTASKS is " + tasks + ", but SLURM_NODELIST " + variables.get("SLURM_NODELIST") + " has "
                    + nodes.size() + " nodes for SLURM_NTASKS_PER_NODE=" + perNode + " each");
        }
        List<String> hosts = IntStream.range(0, tasks).mapToObj(task -> nodes.get(task / perNode)).toList();
        if (!hosts.get(self).equals(here)) {
            throw new SettingException("SLURM_PROCID " + self + " should be on " + hosts.get(self) + " but SLURMD_NODENAME is " + here
                    + ": start the tasks node by node (srun --distribution=block)");
        }
        if (ports.size() > 1 && perNode > 1) {
            throw new SettingException(
                    "ports " + ports + " would be used by " + perNode
                            + " tasks on each node: give one port, from which the others are counted up");
        }
        int first = ports.isEmpty() ? Layout.FIRST_SLURM_PORT : ports.getFirst();
        return new Ranks(self, hosts, IntStream.range(0, tasks).mapToObj(task -> first + task % perNode * workers).toList());
    }

    private static int rank(Map<String, String> variables, String name, int count, String why, String setBy) {
        int rank = number(variables, name, setBy);
        if (rank < 0 || rank >= count) {
            throw new SettingException(name + " is " + rank + ", but " + why + ": it must be from 0 to " + (count - 1));
        }
        return rank;
    }

    private static int number(Map<String, String> variables, String name, String setBy) {
        String text = variable(variables, name, setBy);
        try {
            return WholeNumber.of(text.strip());
        } catch (NumberFormatException e) {
            throw new SettingException(name + ": " + e.getMessage(), e);
        }
    }

    private static String variable(Map<String, String> variables, String name, String setBy) {
        String value = variables.get(name);
        if (value == null || value.isBlank()) {
            throw new SettingException("the environment variable " + name + " is missing: " + setBy);
        }
        return value;
    }
}
