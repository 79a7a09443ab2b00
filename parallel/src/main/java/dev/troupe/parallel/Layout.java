package dev.troupe.parallel;

import dev.troupe.task.MqType;
import dev.troupe.task.Platform;
import dev.troupe.task.Protocol;
import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import dev.troupe.task.Topology;
import dev.troupe.transport.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Computes which worker listens where and dials which others: from the settings and the platform to a plan for each worker of this process.
final class Layout {
    static final int FIRST_PORT = 50515;
    static final int FIRST_SLURM_PORT = 15151;

    private final Settings settings;
    private final Surroundings here;
    private final Platform platform;
    private final int self;
    private final List<Rank> ranks;
    private final List<List<Member>> members;

    /// The processes that a worker dials: workers of the job, and those that the user named.
    private record Dial(Set<Member> members, Set<Address> named) {}

    /// One worker of the job, here or elsewhere.
    private record Member(int nodeId, Address address) {}

    private Layout(Settings settings, Surroundings here) {
        this.settings = settings;
        this.here = here;
        this.platform = platform(settings, here.variables());
        SettingRules.check(settings, platform);
        Optional<Ranks> known = switch (platform) {
            case NONE -> Optional.empty();
            case K8S -> Optional.of(Ranks.k8s(here.variables(), settings.ports));
            case SLURM -> Optional.of(Ranks.slurm(here.variables(), settings.ports, settings.workers));
        };
        this.self = known.map(Ranks::self).orElse(0);
        this.ranks = known.map(this::ranks).orElseGet(() -> List.of(alone()));
        this.members = ranks.stream().map(this::members).toList();
        checkNodeIds();
    }

    static List<WorkerPlan> plan(Settings settings, Surroundings here) {
        return new Layout(settings, here).plans();
    }

    static Platform platform(Settings settings, Map<String, String> variables) {
        boolean pod = variables.containsKey("DI_NODES") && variables.containsKey("DI_RANK");
        return settings.platform.orElse(pod ? Platform.K8S : Platform.NONE);
    }

    private Rank alone() {
        List<Integer> nodeIds = settings.nodeIds.isEmpty()
                ? Numbers.countUp("node ids", 0, settings.workers)
                : Numbers.each("node ids", settings.nodeIds, settings.workers);
        boolean tcp = tcp();
        String host = tcp ? settings.address.orElseGet(here.outwardAddress()) : "";
        return new Rank(false, host, tcp ? localPorts() : Numbers.countUp("ports", 0, settings.workers), nodeIds, settings.labels,
                Optional.empty());
    }

    private boolean tcp() {
        return settings.mqType == MqType.LINK && settings.protocol == Protocol.TCP;
    }

    private List<Integer> localPorts() {
        return settings.ports.isEmpty() ? Numbers.countUp("ports", FIRST_PORT, settings.workers)
                : Numbers.each("ports", settings.ports, settings.workers);
    }

    private List<Rank> ranks(Ranks known) {
        int count = known.hosts().size();
        Optional<PlatformSpec> spec = settings.platformSpec.map(PlatformSpec::read);
        spec.filter(s -> s.tasks().size() != count).ifPresent(s -> {
            throw new SettingException(
                    "the platform spec has " + s.tasks().size() + " tasks for " + count + " ranks: give one for each rank");
        });
        int firstId = NodeIds.first(settings, self, here.variables());
        List<Rank> all = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            PlatformSpec.Task task = spec.isPresent() ? spec.get().tasks().get(rank) : PlatformSpec.Task.NOTHING;
            String host = task.address().orElse(known.hosts().get(rank));
            if (rank == self && task.address().isEmpty()) {
                host = settings.address.orElse(host);
            }
            List<Integer> ports = task.ports()
                    .orElse(settings.ports.size() > 1 ? settings.ports : List.of(known.firstPorts().get(rank)));
            List<Integer> nodeIds = task.nodeIds().orElse(List.of(Numbers.after("node ids", firstId, (long) rank * settings.workers)));
            all.add(new Rank(known.hosts().get(rank).isEmpty(), host, Numbers.each("ports", ports, settings.workers),
                    Numbers.each("node ids", nodeIds, settings.workers),
                    task.labels().orElse(settings.labels), task.attachTo()));
        }
        return all;
    }

    private List<Member> members(Rank rank) {
        if (rank.isHole()) {
            return List.of();
        }
        return IntStream.range(0, settings.workers).mapToObj(i -> new Member(rank.nodeIds().get(i), address(rank, i))).toList();
    }

    private Address address(Rank rank, int i) {
        if (settings.mqType == MqType.REDIS) {
            return redis(rank.nodeIds().get(i));
        }
        if (settings.protocol == Protocol.IPC) {
            return new Address("ipc", here.directory().resolve(rank.nodeIds().get(i) + ".sock").toString());
        }
        int port = rank.ports().get(i);
        if (port < 1 || port > Door.LAST_PORT) {
            throw new SettingException("port " + port + " does not exist: ports are 1 to " + Door.LAST_PORT);
        }
        return Address.tcp(rank.host(), port);
    }

    private Address redis(int nodeId) {
        String server = settings.redisHost.orElseThrow() + ":" + settings.redisPort.orElse(6379);
        return new Address("redis", server + "/" + group() + "/" + nodeId);
    }

    private String group() {
        return settings.group.orElseGet(here::program);
    }

    private void checkNodeIds() {
        Set<Integer> seen = new HashSet<>();
        Set<Address> taken = new HashSet<>();
        for (Member member : members.stream().flatMap(List::stream).toList()) {
            if (member.nodeId() < 0) {
                throw new SettingException("node id " + member.nodeId() + " is negative: node ids are 0 or more");
            }
            if (!seen.add(member.nodeId())) {
                throw new SettingException("node id " + member.nodeId() + " is given to two workers: each needs its own");
            }
            if (!taken.add(member.address())) {
                throw new SettingException("two workers would listen on " + member.address() + ": give them different ports");
            }
        }
    }

    private List<WorkerPlan> plans() {
        List<List<Dial>> dials = IntStream.range(0, ranks.size())
                .mapToObj(rank -> IntStream.range(0, members.get(rank).size()).mapToObj(i -> dial(rank, i)).toList()).toList();
        return IntStream.range(0, settings.workers).mapToObj(i -> plan(i, dials)).toList();
    }

    private WorkerPlan plan(int i, List<List<Dial>> dials) {
        List<Member> here = members.get(self);
        Member member = here.get(i);
        Dial dial = dials.get(self).get(i);
        Set<Integer> awaited = new HashSet<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (int j = 0; j < members.get(rank).size(); j++) {
                if (dials.get(rank).get(j).members().contains(member)) {
                    awaited.add(members.get(rank).get(j).nodeId());
                }
            }
        }
        Set<Address> elsewhere = new LinkedHashSet<>();
        dial.members().stream().filter(other -> !here.contains(other)).forEach(other -> elsewhere.add(other.address()));
        elsewhere.addAll(dial.named());
        Set<Member> dialHere = new HashSet<>(dial.members());
        dialHere.retainAll(here);
        boolean discover = settings.mqType == MqType.REDIS && settings.topology == Topology.MESH;
        return new WorkerPlan(member.nodeId(), door(member), List.copyOf(elsewhere), nodeIds(here, member), nodeIds(dialHere, member),
                awaited, discover, discover || distributed(), planned(), labels(i), group(), settings.tokenFile, settings.encryption,
                settings.connectTimeout, settings.traceEvents);
    }

    private Set<Integer> planned() {
        return members.stream().flatMap(List::stream).map(Member::nodeId).collect(Collectors.toSet());
    }

    private static Set<Integer> nodeIds(Collection<Member> members, Member without) {
        return members.stream().filter(member -> !member.equals(without)).map(Member::nodeId).collect(Collectors.toSet());
    }

    /// A worker is standalone if it is the only one, attaches to no other process, and has no ports, node ids or labels.
    private boolean distributed() {
        return settings.workers > 1 || ranks.size() > 1 || !settings.attachTo.isEmpty() || !settings.ports.isEmpty()
                || !settings.nodeIds.isEmpty() || !settings.labels.isEmpty() || !settings.labelsOf.isEmpty();
    }

    private Door door(Member member) {
        if (!tcp() || platform != Platform.NONE) {
            return Door.at(member.address());
        }
        boolean loopbackToo = here.loopback() && settings.address.isEmpty() && !member.address().host().startsWith("127.");
        return new Door(member.address(), loopbackToo, portsMayMove(), attachedPorts());
    }

    /// Default ports, which were told to no other process.
    private boolean portsMayMove() {
        return tcp() && platform == Platform.NONE && settings.ports.isEmpty();
    }

    /// Ports on this machine where another process is expected.
    private Set<Integer> attachedPorts() {
        return settings.attachTo.stream().filter(text -> !text.strip().startsWith("$node.")).map(this::attached)
                .filter(address -> address.scheme().equals("tcp") && here.ours().test(address.host())).map(Address::port)
                .collect(Collectors.toSet());
    }

    private Set<String> labels(int i) {
        Set<String> labels = new LinkedHashSet<>(ranks.get(self).labels());
        labels.addAll(settings.labelsOf.getOrDefault(i, Set.of()));
        return labels;
    }

    /// The processes that a worker dials: by topology within its rank, by topology or the platform spec in other ranks, then those that the user
    /// named.
    private Dial dial(int rank, int i) {
        Dial dial = new Dial(new LinkedHashSet<>(), new LinkedHashSet<>());
        ranks.get(rank).attachTo().ifPresentOrElse(named -> named.forEach(text -> attach(dial, text)), () -> {
            switch (settings.topology) {
                case MESH -> members.subList(0, rank).forEach(dial.members()::addAll);
                case STAR -> members.subList(0, rank).stream().filter(lower -> !lower.isEmpty()).findFirst()
                        .ifPresent(dial.members()::addAll);
                case ALONE -> {
                }
            }
        });
        switch (settings.topology) {
            case MESH -> dial.members().addAll(members.get(rank).subList(0, i));
            case STAR -> dial.members().addAll(members.get(rank).subList(0, Math.min(i, 1)));
            case ALONE -> {
            }
        }
        settings.attachTo.forEach(text -> attach(dial, text));
        dial.members().remove(members.get(rank).get(i));
        return dial;
    }

    private void attach(Dial dial, String text) {
        String to = text.strip();
        if (to.startsWith("$node.")) {
            dial.members().add(members.stream().flatMap(List::stream).filter(member -> to.equals("$node." + member.nodeId())).findFirst()
                    .orElseThrow(() -> new SettingException("attach-to " + to + ": there is no such node, the node ids are "
                            + members.stream().flatMap(List::stream).map(member -> Integer.toString(member.nodeId()))
                                    .collect(Collectors.joining(", ")))));
        } else {
            Address address = attached(to);
            // Another process may use a port that was allowed to move.
            members.stream().flatMap(List::stream).filter(member -> !portsMayMove() && member.address().equals(address)).findFirst()
                    .ifPresentOrElse(dial.members()::add, () -> dial.named().add(address));
        }
    }

    private Address attached(String text) {
        String to = text.strip();
        if (to.isEmpty()) {
            throw new SettingException("attach-to has an empty entry: give each process as host:port, e.g. 192.168.0.1:" + FIRST_PORT);
        }
        if (to.contains("://")) {
            return withScheme(to);
        }
        if (settings.mqType == MqType.REDIS && to.matches("[0-9]{1,9}")) {
            return redis(Integer.parseInt(to));
        }
        if (settings.mqType == MqType.REDIS) {
            throw new SettingException("attach-to '" + to + "': through Redis, give the node id of the other process, e.g. 0");
        }
        if (settings.protocol == Protocol.IPC) {
            throw new SettingException(
                    "attach-to '" + to + "' is not a Unix socket, which protocol ipc requires: write it as ipc:///path/to.sock,"
                            + " use protocol tcp, or put tcp:// before host and port");
        }
        if (!hasPort(to)) {
            throw new SettingException("attach-to '" + to + "' is not host:port, e.g. 192.168.0.1:" + FIRST_PORT);
        }
        return Address.parse(to);
    }

    private Address withScheme(String to) {
        String scheme = to.substring(0, to.indexOf("://")).toLowerCase(Locale.ROOT);
        String target = to.substring(scheme.length() + 3);
        String wrong = switch (scheme) {
            case "tcp" -> hasPort(target) ? "" : "is not tcp://host:port with a port from 1 to " + Door.LAST_PORT;
            case "ipc" -> target.matches("/.+") ? "" : "is not ipc:///path/to.sock, with the whole path";
            case "redis" -> settings.mqType != MqType.REDIS
                    ? "needs mq-type redis"
                    : target.matches(".+:[0-9]+/.+/[0-9]+") ? "" : "is not redis://host:port/group/node-id; the node id alone is enough";
            default -> "has an unknown scheme: give a process as host:port, tcp://host:port or ipc:///path/to.sock";
        };
        if (!wrong.isEmpty()) {
            throw new SettingException("attach-to '" + to + "' " + wrong);
        }
        return new Address(scheme, target);
    }

    private static boolean hasPort(String target) {
        if (!target.matches(".+:[0-9]{1,5}")) {
            return false;
        }
        int port = Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
        return port >= 1 && port <= Door.LAST_PORT;
    }
}
