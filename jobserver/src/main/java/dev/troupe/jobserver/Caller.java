package dev.troupe.jobserver;

import dev.troupe.dijob.JobKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The sender of a request.
sealed interface Caller {
    /// For logs.
    String name();

    /// A user or service account that the API server has identified by its token.
    record Account(String user, String uid, List<String> groups, Map<String, List<String>> extra) implements Caller {
        private static final Pattern SERVICE_ACCOUNT = Pattern.compile("system:serviceaccount:([^:]+):[^:]+");

        public Account {
            groups = List.copyOf(groups);
            extra = Map.copyOf(extra);
        }

        @Override
        public String name() {
            return user;
        }

        /// The namespace of a service account; none for people.
        Optional<String> namespace() {
            Matcher matcher = SERVICE_ACCOUNT.matcher(user);
            return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
        }
    }

    /// A pod without a token, identified by its address. It may ask only about its own job.
    record PodOfJob(String pod, JobKey job) implements Caller {
        @Override
        public String name() {
            return "the pod " + job.namespace() + "/" + pod;
        }
    }

    /// Anybody, if requests are not checked.
    record Anybody() implements Caller {
        @Override
        public String name() {
            return "anybody";
        }
    }
}
