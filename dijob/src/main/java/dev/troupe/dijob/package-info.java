/// DIJobs without Kubernetes: their three shapes read into one [Job], and pure decisions about it.
///
/// ```
/// YAML or JSON tree ─▶ ManifestReader ─▶ Reading: a Job, or every Problem as a sentence
/// Job + Observation ─▶ Lifecycle ─▶ Decision: the next Status, and Actions to be done after it is written
/// Job + NewPod      ─▶ PodManifest ─▶ a pod as a tree
/// ```
///
/// Nothing here reads a clock, a file or a socket, or keeps state.
package dev.troupe.dijob;
