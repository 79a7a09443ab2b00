package dev.troupe.systemtests;

import io.ray.api.Ray;
import io.ray.api.runtimeenv.RuntimeEnv;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// Gives a worker process a secret variable, and waits to be ended.
final class RemoteSecret {
    private RemoteSecret() {}

    static String secret() {
        return System.getenv("SECRET");
    }

    public static void main(String[] arguments) throws Exception {
        Ray.init();
        var env = new RuntimeEnv.Builder().build();
        env.set("env_vars", Map.of("SECRET", "swordfish"));
        var heard = Ray.task(RemoteSecret::secret).setRuntimeEnv(env).remote().get();
        IO.println(heard.equals("swordfish") ? "worker has the secret" : "worker has " + heard);
        new CountDownLatch(1).await();
    }
}
