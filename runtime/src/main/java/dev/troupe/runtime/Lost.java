package dev.troupe.runtime;

import io.ray.api.exception.RayException;
import io.ray.api.exception.UnreconstructableException;

/// An object that is not there any more.
final class Lost {
    private Lost() {}

    static UnreconstructableException of(int job, Entry entry, String why) {
        UnreconstructableException lost = new UnreconstructableException(Ids.object(job, entry));
        lost.initCause(new RayException(why));
        return lost;
    }
}
