package dev.troupe.ssh;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads one configuration file of OpenSSH, with the files that it includes. sshd-core has a reader, too, but that knows neither
/// `Include` nor `Match` nor quoted values.
final class SshConfigFile {
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z0-9]+)(?:\\s*=\\s*|\\s+)(.*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final int MOST_NESTED = 16;

    private final Path folder;
    private final Function<String, Path> paths;
    private Predicate<String> scope = _ -> true;

    /// One setting.
    ///
    /// @param applies to hosts of which names
    record Block(Predicate<String> applies, String key, List<String> words) {}

    /// @param folder where relative names of included files start
    /// @param paths replaces the tilde
    SshConfigFile(Path folder, Function<String, Path> paths) {
        this.folder = folder;
        this.paths = paths;
    }

    /// In the order in which they count.
    List<Block> read(Path file) throws IOException {
        List<Block> all = new ArrayList<>();
        read(file, all, 0);
        return all;
    }

    private void read(Path file, List<Block> all, int depth) throws IOException {
        for (String text : Files.readAllLines(file)) {
            Matcher line = LINE.matcher(text.replaceFirst("^\\s*#.*", ""));
            if (!line.matches()) {
                continue;
            }
            String key = line.group(1).toLowerCase(Locale.ROOT);
            List<String> words = WORD.matcher(line.group(2)).results()
                    .map(word -> word.group(1) == null ? word.group(2) : word.group(1)).toList();
            switch (key) {
                case "host" -> scope = new HostPatterns(words);
                case "match" -> scope = matching(file, words);
                case "include" -> include(words, all, depth);
                default -> all.add(new Block(scope, key, words));
            }
        }
    }

    /// What is included in the middle of a `Host` applies to that host only.
    private void include(List<String> words, List<Block> all, int depth) throws IOException {
        if (depth == MOST_NESTED) {
            throw new IOException("its files include each other in a circle");
        }
        Predicate<String> outer = scope;
        for (String word : words) {
            for (Path file : files(folder.resolve(paths.apply(word)))) {
                List<Block> included = new ArrayList<>();
                scope = _ -> true;
                read(file, included, depth + 1);
                included.forEach(block -> all.add(new Block(outer.and(block.applies()), block.key(), block.words())));
            }
        }
        scope = outer;
    }

    private static List<Path> files(Path pattern) throws IOException {
        Path parent = pattern.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(parent, pattern.getFileName().toString())) {
            files.forEach(found::add);
        }
        return found.stream().filter(Files::isRegularFile).sorted().toList();
    }

    /// Of the criteria of `Match`, the names of hosts are known; a block with any other criterion applies to no host.
    private static Predicate<String> matching(Path file, List<String> words) {
        if (words.equals(List.of("all"))) {
            return _ -> true;
        }
        boolean byName = words.size() == 2 && Stream.of("host", "originalhost").anyMatch(words.getFirst()::equalsIgnoreCase);
        if (byName) {
            return new HostPatterns(List.of(words.getLast().split(",")));
        }
        System.getLogger("dev.troupe.ssh").log(System.Logger.Level.DEBUG,
                "''Match {0}'' in {1} is ignored: only all, host and originalhost are known",
                String.join(" ", words), file);
        return _ -> false;
    }
}
