/// Methods, lambdas and function objects as values: encoded in one process, restored in another.
package dev.troupe.functions;
