/// Methods, lambdas and function objects as values: taken apart in one process, put together in another.
package dev.troupe.functions;
