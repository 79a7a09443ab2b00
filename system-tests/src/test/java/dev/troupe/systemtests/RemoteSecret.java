package dev.troupe.systemtests;

import io.ray.api.Ray;
import java.util.concurrent.CountDownLatch;

/// Gives the workers of its job a secret variable, and waits to be ended.
final class RemoteSecret {
    private RemoteSecret() {}

    static String secret() {
        return System.getenv("SECRET");
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty("ray.job.runtime-env.env-vars.SECRET", "swordfish");
        Ray.init();
        var heard = Ray.task(RemoteSecret::secret).remote().get();
        IO.println(heard.equals("swordfish") ? "worker has the secret" : "worker has " + heard);
        new CountDownLatch(1).await();
    }
}
