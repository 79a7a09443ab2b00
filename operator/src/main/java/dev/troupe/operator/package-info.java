/// The operator of DIJobs and its server.
package dev.troupe.operator;
