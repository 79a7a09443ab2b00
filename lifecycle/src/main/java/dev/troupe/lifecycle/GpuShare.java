package dev.troupe.lifecycle;

/// One pod's part of a learner that is spread over several GPUs.
///
/// @param worldSize GPUs of the whole learner
/// @param localSize GPUs of this pod
/// @param startRank of this pod's first GPU
/// @param master where the first pod of the learner is found; empty in that pod itself
public record GpuShare(int worldSize, int localSize, int startRank, String master) {
    static final int MASTER_PORT = 10314;
}
