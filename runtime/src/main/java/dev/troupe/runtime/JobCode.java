package dev.troupe.runtime;

import dev.troupe.cluster.PackageStreams;
import dev.troupe.head.Fact;
import dev.troupe.link.Endpoint;
import dev.troupe.node.WorkerCode;
import dev.troupe.packages.CodePackage;
import dev.troupe.packages.Fetching;
import dev.troupe.packages.PackageCache;
import dev.troupe.packages.PackageId;
import dev.troupe.packages.PackageSource;
import dev.troupe.packages.PinnedCode;
import dev.troupe.process.ClassPath;
import dev.troupe.transport.Address;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The code of jobs on one node: packages that it fetches from the head, behind our own jars.
final class JobCode {
    private final Fetching fetching;
    private final PackageSource head;
    private final Map<PackageId, CodePackage> named = new ConcurrentHashMap<>();
    private final Map<List<String>, PinnedCode> pinned = new ConcurrentHashMap<>();

    JobCode(PackageCache cache, Endpoint endpoint, Supplier<Address> head) {
        this.fetching = new Fetching(cache);
        this.head = (id, from) -> PackageStreams.of(endpoint, head.get(), named::get).open(id, from);
    }

    /// How packages are named in the terms of a job.
    static List<String> names(List<CodePackage> packages) {
        return packages.stream().map(one -> one.id().hex() + " " + one.bytes() + " " + one.name()).toList();
    }

    private static CodePackage parse(String name) {
        String[] parts = name.split(" ", 3);
        return new CodePackage(new PackageId(parts[0]), Long.parseLong(parts[1]), parts[2]);
    }

    WorkerCode of(Fact.JobTerms terms) {
        return () -> {
            List<CodePackage> packages = terms.code().stream().map(JobCode::parse).toList();
            packages.forEach(one -> named.put(one.id(), one));
            PinnedCode code = pinned.get(terms.code());
            if (code == null) {
                code = pin(terms.code(), packages);
            }
            return new ClassPath(OwnNode.library()).and(code.classPath().entries());
        };
    }

    private PinnedCode pin(List<String> names, List<CodePackage> packages) throws IOException, InterruptedException {
        PinnedCode fresh = fetching.fetch(packages, head);
        PinnedCode earlier = pinned.putIfAbsent(names, fresh);
        if (earlier != null) {
            fresh.close();
        }
        return earlier != null ? earlier : fresh;
    }
}
