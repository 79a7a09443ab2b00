/// DIJobs as they are written: their three shapes are read into one [Job], without Kubernetes.
///
/// ```
/// YAML or JSON tree ─▶ ManifestReader ─▶ Reading: a Job, or every Problem as a sentence
/// ```
///
/// Nothing here reads a clock, a file or a socket, or keeps state.
package dev.troupe.dijob;
