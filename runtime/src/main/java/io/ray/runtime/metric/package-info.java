/// Metrics of user code, with the names and behaviour that Ray documents.
package io.ray.runtime.metric;
