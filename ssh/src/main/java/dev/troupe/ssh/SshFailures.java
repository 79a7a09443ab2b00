package dev.troupe.ssh;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/// Says in words why a connection failed.
final class SshFailures {
    private SshFailures() {}

    /// Why nobody could log in at this target.
    static String sentence(Target target, Throwable failure, String patience) {
        String place = target.hostName() + " port " + target.port();
        if (isTimeout(failure)) {
            return "no answer from " + place + " within " + patience + "; is the host up, and does a firewall let ssh through?";
        }
        return switch (root(failure)) {
            case ConnectException e when isRefused(e) -> "connection refused by " + place
                    + ": no ssh server listens there; start sshd on the host or write the right port";
            case NoRouteToHostException _ -> "there is no route to " + place + "; check the address and the network";
            case Throwable other -> "no ssh connection to " + place + ": " + reason(other) + "; try: " + target.command();
        };
    }

    private static boolean isRefused(ConnectException e) {
        return String.valueOf(e.getMessage()).contains("refused");
    }

    /// The library says it in its own words.
    private static boolean isTimeout(Throwable failure) {
        return failure instanceof TimeoutException || failure instanceof SocketTimeoutException
                || String.valueOf(failure.getMessage()).contains("within specified timeout")
                || (failure.getCause() != null && isTimeout(failure.getCause()));
    }

    /// The innermost message, in one line.
    static String reason(Throwable failure) {
        Throwable root = root(failure);
        String message = Optional.ofNullable(root.getMessage()).map(text -> text.replaceAll("\\s+", " ")).orElse("");
        return switch (root) {
            case NoSuchFileException _ -> message + " does not exist";
            case AccessDeniedException _ -> message + " may not be read by this user";
            default -> message.isEmpty() ? root.getClass().getSimpleName() : message;
        };
    }

    private static Throwable root(Throwable failure) {
        boolean wraps = failure instanceof UncheckedIOException || failure instanceof CompletionException
                || failure.getClass().getName().startsWith("org.apache.sshd.");
        return wraps && failure.getCause() != null ? root(failure.getCause()) : failure;
    }
}
