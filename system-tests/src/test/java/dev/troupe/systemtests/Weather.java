package dev.troupe.systemtests;

/// What happens to packets on a [BadWire], each with its probability.
///
/// @param delayMillis at most; a packet that waits longer than the next is overtaken by it
/// @param noise a flipped bit, which the checksum of TCP shows
/// @param forgery a flipped bit in what TCP carries, with a right checksum
record Weather(double loss, double twice, double delayed, int delayMillis, double noise, double forgery) {
    static final Weather FINE = new Weather(0, 0, 0, 0, 0, 0);

    Weather losing(double probability) {
        return new Weather(probability, twice, delayed, delayMillis, noise, forgery);
    }

    Weather doubling(double probability) {
        return new Weather(loss, probability, delayed, delayMillis, noise, forgery);
    }

    Weather delaying(double probability, int millis) {
        return new Weather(loss, twice, probability, millis, noise, forgery);
    }

    Weather disturbing(double probability) {
        return new Weather(loss, twice, delayed, delayMillis, probability, forgery);
    }

    Weather forging(double probability) {
        return new Weather(loss, twice, delayed, delayMillis, noise, probability);
    }
}
