package dev.troupe.ssh;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The file that lists the hosts of a cluster, one in each line; see [Host] and [NodeTerms]. Blank lines and everything after a `#` are comments.
///
/// ```
/// # rack 1
/// 172.31.27.16
/// ubuntu@172.31.29.173:2222   cpus=8 gpus=1 labels=zone=a
/// [fd00::7]                   resources=fpga=2
/// ```
public final class HostsFile {
    private HostsFile() {}

    /// What is wrong with a file. The message has one line for each problem, with the file, the line and the value.
    public static final class Problems extends Exception {
        private static final long serialVersionUID = 1;

        Problems(List<String> all) {
            super(String.join("\n", all));
        }
    }

    public static List<Host> read(Path file) throws Problems {
        try {
            return parse(file.toString(), Files.readAllLines(file));
        } catch (NoSuchFileException e) {
            throw new Problems(List.of(file + " does not exist; write a file with one host in each line"));
        } catch (CharacterCodingException e) {
            throw new Problems(List.of(file + " is not a text file in UTF-8; write a file with one host in each line"));
        } catch (IOException e) {
            throw new Problems(List.of(file + " cannot be read: " + e.getMessage()));
        }
    }

    static List<Host> parse(String file, List<String> lines) throws Problems {
        List<Host> hosts = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            List<String> words = List.of(line.split("\\s+"));
            int number = i + 1;
            try {
                Host host = Host.of(words.getFirst(), NodeTerms.of(words.subList(1, words.size())));
                Integer earlier = seen.putIfAbsent(host.key(), number);
                if (earlier != null) {
                    throw new IllegalArgumentException("'" + host + "' is already listed in line " + earlier + "; remove one of the lines");
                }
                hosts.add(host);
            } catch (IllegalArgumentException e) {
                problems.add(file + ":" + number + ": " + e.getMessage());
            }
        }
        if (problems.isEmpty() && hosts.isEmpty()) {
            problems.add(file + " lists no host; write one in each line");
        }
        if (!problems.isEmpty()) {
            throw new Problems(problems);
        }
        return hosts;
    }
}
