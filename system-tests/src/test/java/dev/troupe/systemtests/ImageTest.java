package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The container image, unpacked as a container runtime does.
final class ImageTest {
    private static final String VERSION = System.getProperty("troupe.version");

    @TempDir
    static Path temporary;

    private static Path image;
    private static Map<String, Object> manifest;
    private static Path root;

    @BeforeAll
    static void makeAndUnpack() throws Exception {
        image = Files.createDirectory(temporary.resolve("image"));
        Shell.in(image).run("tar", "xf", ImageFile.made()).ok();
        manifest = json(digestOf(list(json("index.json"), "manifests").getFirst()));
        root = Files.createDirectory(temporary.resolve("root"));
        for (var layer : list(manifest, "layers")) Shell.in(root).run("tar", "xf", image.resolve(digestOf(layer))).ok();
    }

    @Test
    void everyBlobIsWhatItsNameSays() throws Exception {
        try (var blobs = Files.list(image.resolve("blobs/sha256"))) {
            for (var blob : blobs.toList()) {
                assertEquals(blob.getFileName() + "  -\n", Shell.in(image).run("sh", "-c", "sha256sum <" + blob).ok().out());
            }
        }
    }

    @Test
    void bothKindsOfArchiveNameTheSameImage() throws Exception {
        assertEquals(List.of("docker.io/library/troupe:" + VERSION, "docker.io/library/troupe:latest"),
                list(json("index.json"), "manifests")
                        .stream().map(entry -> map(entry, "annotations").get("io.containerd.image.name")).toList());
        var docker = Serialization.unmarshal(Files.readString(image.resolve("manifest.json")), List.class);
        var only = asMap(docker.getFirst());
        assertEquals(List.of("troupe:" + VERSION, "troupe:latest"), only.get("RepoTags"));
        assertEquals(digestOf(map(manifest, "config")), only.get("Config"));
        assertEquals(list(manifest, "layers").stream().map(ImageTest::digestOf).toList(), only.get("Layers"));
    }

    @Test
    void theConfigurationNamesTheLayersAndAPath() throws Exception {
        var config = json(digestOf(map(manifest, "config")));
        assertEquals(list(manifest, "layers").stream().map(layer -> layer.get("digest")).toList(), map(config, "rootfs").get("diff_ids"));
        assertTrue(map(config, "config").get("Env").toString().contains("PATH=/usr/local/bin:/usr/bin:/bin"), config::toString);
        assertEquals(null, map(config, "config").get("Entrypoint"));
    }

    @Test
    void theDistributionMakesTheSameImageItself() throws Exception {
        Assumptions.assumeTrue(System.getenv("TROUPE_IMAGE") == null, "the image was made elsewhere");
        Shell.in(temporary).run("tar", "xzf", Shell.ROOT.resolve("target/troupe-" + VERSION + ".tar.gz")).ok();
        var again = Shell.in(temporary).run(temporary.resolve("troupe-" + VERSION, "tools/image")).ok().out().strip();
        assertEquals(temporary.resolve("troupe-" + VERSION + "-image.tar").toString(), again);
        assertEquals(Shell.in(temporary).run("sh", "-c", "sha256sum <" + ImageFile.made()).ok().out(),
                Shell.in(temporary).run("sh", "-c", "sha256sum <" + again).ok().out());
    }

    @Test
    void theCommandsRunInItForAnyUser() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "chroot needs root");
        for (var user : new String[]{"0:0", "10001:10001"}) {
            var version = inside(user, "troupe --version");
            assertTrue(version.out().startsWith("troupe " + VERSION), version::toString);
            assertEquals("", version.err());
            assertTrue(inside(user, "ditask --help | head -50").out().contains("--parallel-workers"));
            assertEquals("1777\n", inside(user, "stat -c %a /tmp").out());
        }
    }

    /// The checkout, which the caches were made in, cannot be seen there.
    @Test
    void processesAreStartedInIt() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "chroot needs root");
        var log = inside("10001:10001", "cd /tmp && TROUPE_TOKEN=0123456789abcdef0123456789abcdef ditask --package /opt/troupe/lib/cli.jar"
                + " --main dev.troupe.cli.Training.play --protocol ipc --parallel-workers 2 --jvm-options -Xlog:class+load").out();
        assertTrue(log.contains("dev.troupe.parallel.Worker source: shared objects file"), "the workers' cache is not used");
    }

    @Test
    void theCachesOfTheDistributionFitThere() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "chroot needs root");
        var log = inside("10001:10001", "JDK_JAVA_OPTIONS=-Xlog:class+load troupe --version").out();
        assertTrue(log.contains("dev.troupe.cli.Troupe source: shared objects file"), "the cache is not used");
    }

    /// As a container runtime would: another root, an empty environment but that of the image.
    private static Shell.Result inside(String user, String command) throws Exception {
        return Shell.in(temporary).run("unshare", "--mount", "--propagation", "private", "sh", "-c",
                "mount -t proc proc \"$1/proc\" && mount --bind /dev \"$1/dev\" && exec env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin"
                        + " JAVA_HOME=/opt/java LANG=C.UTF-8 chroot --userspec=\"$2\" \"$1\" /bin/bash -c \"$3\"",
                "sh", root, user, command).ok();
    }

    private static String digestOf(Map<String, Object> descriptor) {
        return "blobs/" + descriptor.get("digest").toString().replace(':', '/');
    }

    private static Map<String, Object> json(String file) throws Exception {
        return asMap(Serialization.unmarshal(Files.readString(image.resolve(file)), Map.class));
    }

    private static Map<String, Object> map(Map<String, Object> tree, String field) {
        return asMap(tree.get(field));
    }

    private static List<Map<String, Object>> list(Map<String, Object> tree, String field) {
        return ((List<?>) tree.get(field)).stream().map(ImageTest::asMap).toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object tree) {
        return (Map<String, Object>) tree;
    }
}
