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
    private final Watch watch;
    private Pool heir;

    /// Is notified of changes of the free part.
    interface Watch {
        /// Something was taken or has become free.
        ///
        /// @param more whether something has become free
        void changed(boolean more);
    }

    private Pool(Resources total, Devices devices, Watch watch) {
        this.total = total;
        this.devices = devices;
        this.watch = watch;
        add(available, total, 1);
    }

    static Pool ofNode(Resources total, Watch watch) {
        return new Pool(total, Devices.numbered(total.amount(Resources.GPU)), watch);
    }

    static Pool ofBundle(Hold onNode, Watch watch) {
        return new Pool(onNode.resources(), Devices.of(onNode.shares()), watch);
    }

    long available(String name) {
        return available.getOrDefault(name, 0L);
    }

    /// What would be free if all leases were returned.
    long reclaimable(String name) {
        return available(name) + leased.getOrDefault(name, 0L);
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
            if (request.amount(i) > reclaimable(name)) {
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
        watch.changed(false);
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
        watch.changed(sign > 0);
    }

    void give(List<Devices.Share> shares) {
        if (heir != null) {
            heir.give(shares);
        } else {
            devices.give(shares);
            watch.changed(true);
        }
    }

    /// The bundle was removed: its free part returns to its node now, the rest when it becomes free.
    void leaveTo(Pool node) {
        available.forEach((name, amount) -> node.available.merge(name, amount, Long::sum));
        leased.forEach((name, amount) -> node.leased.merge(name, amount, Long::sum));
        node.devices.give(devices.drain());
        heir = node;
        node.watch.changed(true);
    }

    private static void add(Map<String, Long> to, Resources amounts, int sign) {
        for (int i = 0; i < amounts.size(); i++) {
            to.merge(amounts.name(i), sign * amounts.amount(i), Long::sum);
        }
    }
}
