package dev.troupe.head;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The resources of a node, or of a bundle of a placement group, and their free part.
final class Pool {
    private final Resources total;
    private final Map<String, Long> available = new HashMap<>();
    /// The part that leases hold, and that can therefore be returned when others wait.
    private final Map<String, Long> leased = new HashMap<>();
    private final Devices devices;
    private Pool heir;

    Pool(Resources total, Devices devices) {
        this.total = total;
        this.devices = devices;
        add(available, total, 1);
    }

    static Pool ofNode(Resources total) {
        return new Pool(total, Devices.numbered(total.amount(Resources.GPU)));
    }

    static Pool ofBundle(Hold onNode) {
        return new Pool(onNode.resources(), Devices.of(onNode.shares()));
    }

    Resources total() {
        return total;
    }

    Resources available() {
        var units = new TreeMap<String, Long>(available);
        return Resources.exactly(units);
    }

    boolean fits(Resources request) {
        for (int i = 0; i < request.size(); i++) {
            if (request.amount(i) > available.getOrDefault(request.name(i), 0L)) {
                return false;
            }
        }
        return devices.fits(request.amount(Resources.GPU));
    }

    /// Whether it would fit if all leases were returned.
    boolean wouldFit(Resources request) {
        for (int i = 0; i < request.size(); i++) {
            var name = request.name(i);
            if (request.amount(i) > available.getOrDefault(name, 0L) + leased.getOrDefault(name, 0L)) {
                return false;
            }
        }
        return true;
    }

    /// How full the fullest of the requested resources would be, from 0 to 1.
    double fullness(Resources request) {
        double most = 0;
        for (int i = 0; i < request.size(); i++) {
            long all = total.amount(request.name(i));
            long used = all - available.getOrDefault(request.name(i), 0L) + request.amount(i);
            most = Math.max(most, (double) used / all);
        }
        return most;
    }

    Hold take(Resources request, boolean lease) {
        var shares = devices.choose(request.amount(Resources.GPU));
        devices.take(shares);
        add(available, request, -1);
        if (lease) {
            add(leased, request, 1);
        }
        return new Hold(this, request, shares, lease);
    }

    /// Returns amounts or takes them again, without devices.
    void change(Resources amounts, int sign, boolean lease) {
        if (heir != null) {
            heir.change(amounts, sign, lease);
            return;
        }
        add(available, amounts, sign);
        if (lease) {
            add(leased, amounts, -sign);
        }
    }

    void give(List<Share> shares) {
        if (heir != null) {
            heir.give(shares);
        } else {
            devices.give(shares);
        }
    }

    /// The bundle was removed: its free part returns to its node now, the rest when it becomes free.
    void leaveTo(Pool node) {
        available.forEach((name, amount) -> node.available.merge(name, amount, Long::sum));
        leased.forEach((name, amount) -> node.leased.merge(name, amount, Long::sum));
        node.devices.give(devices.drain());
        heir = node;
    }

    private static void add(Map<String, Long> to, Resources amounts, int sign) {
        for (int i = 0; i < amounts.size(); i++) {
            to.merge(amounts.name(i), sign * amounts.amount(i), Long::sum);
        }
    }
}
