/// What the commands ask for about jobs in a cluster: [Jobs] submits, lists and follows them, [Installation] writes the manifests of the
/// operator, and [OperatorProgram] runs it. Their implementations are found as services, so that a command which does not talk to a cluster
/// loads nothing of the Kubernetes client.
package dev.troupe.jobs;
