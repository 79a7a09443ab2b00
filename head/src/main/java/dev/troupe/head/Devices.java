package dev.troupe.head;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Which parts of which GPUs are free. Whole GPUs are allocated whole; a fraction is allocated on one device, the fullest one that has enough left.
final class Devices {
    private final TreeMap<Integer, Long> free = new TreeMap<>();

    /// A device, or a part of one.
    record Share(int device, long amount) {}

    static Devices numbered(long amount) {
        var devices = new Devices();
        for (int device = 0; amount > 0; device++, amount -= Resources.UNIT) {
            devices.free.put(device, Math.min(amount, Resources.UNIT));
        }
        return devices;
    }

    static Devices of(List<Share> shares) {
        var devices = new Devices();
        devices.give(shares);
        return devices;
    }

    boolean fits(long amount) {
        return amount == 0 || choose(amount).stream().mapToLong(Share::amount).sum() == amount;
    }

    /// The devices that would be allocated; fewer than requested if not enough are free.
    List<Share> choose(long amount) {
        if (amount == 0) {
            return List.of();
        }
        var chosen = new ArrayList<Share>();
        long rest = amount;
        for (var e : free.entrySet()) {
            if (rest < Resources.UNIT) {
                break;
            }
            if (e.getValue() == Resources.UNIT) {
                chosen.add(new Share(e.getKey(), Resources.UNIT));
                rest -= Resources.UNIT;
            }
        }
        if (rest > 0 && rest < Resources.UNIT) {
            int best = -1;
            for (var e : free.entrySet()) {
                boolean taken = chosen.stream().anyMatch(share -> share.device() == e.getKey());
                if (!taken && e.getValue() >= rest && (best < 0 || e.getValue() < free.get(best))) {
                    best = e.getKey();
                }
            }
            if (best >= 0) {
                chosen.add(new Share(best, rest));
            }
        }
        return chosen;
    }

    void take(List<Share> shares) {
        shares.forEach(share -> free.merge(share.device(), -share.amount(), Long::sum));
    }

    void give(List<Share> shares) {
        shares.forEach(share -> free.merge(share.device(), share.amount(), Long::sum));
    }

    /// Takes everything that is free.
    List<Share> drain() {
        var all = free.entrySet().stream().map(e -> new Share(e.getKey(), e.getValue())).toList();
        free.clear();
        return all;
    }
}
