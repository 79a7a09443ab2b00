/// User code as packages: jars and packed class directories, each named by its SHA-256, so that it travels once, is checked wherever it arrives, and
/// is shared by all who have the same code.
///
/// [Packer] makes packages of a class path, [Fetching] brings them here from a [PackageSource], and [PackageCache] keeps them within a size limit.
///
/// ```java
/// try (PackageCache cache = PackageCache.open(PackageCache.usualDirectory(), 5L << 30)) {
///     PackedCode packed = new Packer(cache, library).pack(classPath);             // in the driver: packed.packages() travel in a message
///     …
///     PinnedCode code = new Fetching(cache).fetch(packed.packages(), source);     // on a node: source asks the driver, the head or another node
///     startWorker(code.classPath());                                              // its files stay until code.close()
/// }
/// ```
package dev.troupe.packages;
