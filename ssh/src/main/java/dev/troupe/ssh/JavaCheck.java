package dev.troupe.ssh;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A node needs a JDK of this version or newer.
record JavaCheck(int least) implements Check {
    private record Jdk(String version, String home) {
        static Jdk of(String text) {
            int space = text.indexOf(' ');
            return new Jdk(text.substring(0, Math.max(0, space)), text.substring(space + 1));
        }

        int major() {
            String digits = version.replaceFirst("\\D.*", "");
            return digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits);
        }

        @Override
        public String toString() {
            return "Java " + version + " in " + home;
        }
    }

    @Override
    public Optional<Finding> of(Facts facts) {
        List<Jdk> found = facts.all("java").stream().map(Jdk::of).distinct().toList();
        Optional<Jdk> best = found.stream().max(Comparator.comparingInt(Jdk::major)).filter(jdk -> jdk.major() >= least);
        return Optional.of(best.map(jdk -> Finding.ok("java", jdk.toString()))
                .orElseGet(() -> Finding.problem("java", missing(facts, found))));
    }

    private String missing(Facts facts, List<Jdk> found) {
        String rest = found.isEmpty() ? "" : ", only " + found.stream().map(Jdk::toString).collect(Collectors.joining(", "));
        return facts.one("asked")
                .map(asked -> "there is no Java " + least + " in " + asked + rest + "; give another folder with --java-home")
                .orElseGet(() -> "there is no Java " + least + rest + "; install one (apt install temurin-" + least + "-jdk or openjdk-"
                        + least
                        + "-jdk), or unpack one and name its folder with --java-home");
    }
}
