/// The operator of DIJobs.
package dev.troupe.operator;
