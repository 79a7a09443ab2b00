package dev.troupe.jobs;

import java.util.ServiceLoader;

/// The operator as it runs in a cluster, for a command that does not know what it is made of.
public interface OperatorProgram {
    /// The one this installation has.
    static OperatorProgram found() {
        return ServiceLoader.load(OperatorProgram.class, OperatorProgram.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new JobsException("this installation has no operator: its folder lib/kube is missing; "
                        + "unpack the distribution again"));
    }

    /// Works until the process is asked to end.
    ///
    /// @return the exit code
    int run(String... arguments);
}
