package dev.troupe.operator;

/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// Written by hand, although Micrometer does it: its eleven jars have 3.7 MB, a ninth of all that `troupe` ships, most of it for formats and
/// summaries that nobody asks the operator for, and it has seven numbers and one histogram to tell. With more than that, take Micrometer.
final class Exposition {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder();

    /// The samples that follow belong to it.
    void family(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, Object value) {
        text.append(name).append(' ').append(value).append('\n');
    }

    /// @param word the value of the label, a plain word
    void sample(String name, String label, String word, Object value) {
        text.append(name).append('{').append(label).append("=\"").append(word).append("\"} ").append(value).append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
