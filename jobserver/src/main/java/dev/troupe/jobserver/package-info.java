/// The HTTP server that the pods of DIJobs ask for their peers, for more or fewer pods, and for their code. [Server] checks who asks,
/// and passes the request to [JobApi], [CoordinatorApi] or [PackageApi].
package dev.troupe.jobserver;
