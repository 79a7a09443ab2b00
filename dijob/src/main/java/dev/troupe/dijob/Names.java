package dev.troupe.dijob;

import java.util.Locale;

/// What pods, services and variables of a job are called.
public final class Names {
    private static final int PART_OF_UID = 8;

    private Names() {}

    /// The one service of a job; jobs with a coordinator have one for each pod instead, called like the pod.
    public static String service(Job job) {
        return switch (job.shape()) {
            case Shape.Tasked _ -> "di-" + job.key().name();
            case Shape.Elastic _,Shape.Coordinated _ -> job.key().name();
        };
    }

    /// A pod of a job without a coordinator.
    ///
    /// @param index of the pod within its task; in a job with one template it is the rank
    /// @param generation counts changes of the template; only jobs with one template show it
    public static String pod(Job job, String task, int index, int generation) {
        return switch (job.shape()) {
            case Shape.Tasked _ -> job.key().name() + "-" + task + "-" + index;
            case Shape.Elastic _ -> job.key().name() + "-" + generation + "-" + index;
            case Shape.Coordinated _ -> job.key().name() + "-" + task;
        };
    }

    /// `DI_LEARNER_NODES` for the task learner.
    public static String nodesVariable(String task) {
        return "DI_" + task.toUpperCase(Locale.ROOT).replace('-', '_') + "_NODES";
    }

    /// What the name of an object has of its job's uid, where a later job of the same name must not take that object for its own.
    public static String part(String uid) {
        return uid.substring(0, Math.min(PART_OF_UID, uid.length()));
    }
}
