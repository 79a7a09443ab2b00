package dev.troupe.link;

import java.util.concurrent.CompletionStage;

/// Answers the requests of a channel. Called on the link's reader thread in the order of the requests: must not block, but the stage
/// may complete later, on any thread and in any order. A failure reaches the requester as [RemoteFailureException].
@FunctionalInterface
public interface Responder {
    CompletionStage<byte[]> answer(Link from, byte[] request);
}
