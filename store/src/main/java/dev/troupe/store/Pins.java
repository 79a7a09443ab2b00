package dev.troupe.store;

import java.util.Arrays;

/// The processes that have pinned an object, and how often. Few processes pin the same object, so a short list is enough.
final class Pins {
    private static final int[] NONE = {};

    /// Process, count, process, count, …
    private int[] holders = NONE;

    boolean none() {
        return holders.length == 0;
    }

    void add(int process) {
        int at = find(process);
        if (at < 0) {
            at = holders.length;
            holders = Arrays.copyOf(holders, at + 2);
            holders[at] = process;
        }
        holders[at + 1]++;
    }

    /// False if the process has no pin.
    boolean remove(int process) {
        int at = find(process);
        if (at < 0) {
            return false;
        }
        if (--holders[at + 1] == 0) {
            cut(at);
        }
        return true;
    }

    /// False if the process had no pin.
    boolean removeAll(int process) {
        int at = find(process);
        if (at >= 0) {
            cut(at);
        }
        return at >= 0;
    }

    long total() {
        long total = 0;
        for (int at = 1; at < holders.length; at += 2) {
            total += holders[at];
        }
        return total;
    }

    private int find(int process) {
        for (int at = 0; at < holders.length; at += 2) {
            if (holders[at] == process) {
                return at;
            }
        }
        return -1;
    }

    private void cut(int at) {
        if (holders.length == 2) {
            holders = NONE;
            return;
        }
        int[] rest = new int[holders.length - 2];
        System.arraycopy(holders, 0, rest, 0, at);
        System.arraycopy(holders, at + 2, rest, at, rest.length - at);
        holders = rest;
    }
}
