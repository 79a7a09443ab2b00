package dev.troupe.operator;

import dev.troupe.dijob.JobKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who sent a request.
sealed interface Caller {
    /// For logs.
    String name();

    /// Somebody with a token, as the API server knows them.
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

    /// A pod without a token, known by its address. It may ask about the job it belongs to, and about nothing else.
    record PodOfJob(String pod, JobKey job) implements Caller {
        @Override
        public String name() {
            return "the pod " + job.namespace() + "/" + pod;
        }
    }

    /// Anybody, where nobody is checked.
    record Anybody() implements Caller {
        @Override
        public String name() {
            return "anybody";
        }
    }
}
