package dev.troupe.operator;

import dev.troupe.jobs.JobsException;
import dev.troupe.jobs.JobsPlace;
import dev.troupe.jobs.OperatorProgram;
import dev.troupe.kube.Kubeconfig;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `troupe operator run`: the operator and its server in the cluster of the pod it runs in, or of `KUBECONFIG`.
public final class OperatorMain implements OperatorProgram {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private static final int RETRIES = 3;

    /// For the service loader.
    public OperatorMain() {}

    @Override
    public int run(String... arguments) {
        Run run = new Run();
        return new CommandLine(run).setUsageHelpWidth(100).setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println(line.getCommandSpec().name() + ": "
                            + (failure instanceof OperatorException ? failure.getMessage()
                                    : failure + "; --debug prints the stack trace"));
                    if (run.debug) {
                        failure.printStackTrace(line.getErr());
                    }
                    return 1;
                }).execute(arguments);
    }

    /// A failed call is retried with the next decision, so the client itself need not retry for long.
    static KubernetesClient client() {
        try {
            Config config = Kubeconfig.of(JobsPlace.USUAL);
            return new KubernetesClientBuilder()
                    .withConfig(new ConfigBuilder(config).withRequestRetryBackoffLimit(RETRIES).build()).build();
        } catch (JobsException e) {
            throw new OperatorException(e.getMessage(), e);
        }
    }

    @Command(name = "troupe operator run", mixinStandardHelpOptions = true,
            description = "Run the operator of DIJobs until it is stopped.")
    private static final class Run implements Callable<Integer> {
        @Mixin
        private OperatorOptions options;

        @Option(names = "--debug", description = "Print the stack traces of errors.")
        private boolean debug;

        @Override
        public Integer call() {
            LibraryLogs.calm(debug);
            try (KubernetesClient client = client();
                    Operator operator = Operator.start(options.settings(), client)) {
                Thread end = new Thread(operator::close, "troupe-operator-end");
                Runtime.getRuntime().addShutdownHook(end);
                LOGGER.log(Level.INFO, "the operator is connected to " + client.getMasterUrl());
                String why = operator.ended().join();
                if (why.equals("closed")) {
                    return 0;
                }
                throw new OperatorException("the operator stops: " + why, null);
            }
        }
    }
}
