package dev.troupe.examples.remote;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/// A thousand tasks, and where they ran.
public class Classic {
    static String nodeIp() throws InterruptedException {
        Thread.sleep(10);
        var here = Ray.getRuntimeContext();
        return here.getAllNodeInfo().stream().filter(node -> node.nodeId.equals(here.getCurrentNodeId())).findFirst().get().nodeAddress;
    }

    public static void main(String[] args) {
        Ray.init();
        List<ObjectRef<String>> refs = IntStream.range(0, 1000).mapToObj(i -> Ray.task(Classic::nodeIp).remote()).toList();
        IO.println(new HashSet<>(Ray.get(refs)));
    }
}
