/// DIJobs as Kubernetes keeps them.
package dev.troupe.kube;
