package dev.troupe.process;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line of a JVM like this one.
///
/// @param options of the JVM
/// @param classPath as in `-cp`
/// @param main the name of the main class
/// @param arguments of main
public record JavaCommand(List<String> options, String classPath, String main, List<String> arguments) {
    /// Linux accepts no single argument of 128 KiB or more.
    private static final int LONGEST_ARGUMENT = 120_000;

    public JavaCommand {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
    }

    /// Its words, program first.
    public List<String> words() {
        return words(allOptions(), List.of("-cp", classPath));
    }

    /// The same, with the system properties in a file that only this user can read, because other users can read command lines. The file also
    /// contains the class path if that is too long for a command line. The JVM reads the file when it starts.
    public List<String> words(Path file) throws IOException {
        List<String> all = allOptions();
        List<String> hidden = new ArrayList<>(all.stream().filter(JavaCommand::isProperty).toList());
        List<String> where = List.of("-cp", classPath);
        if (classPath.getBytes(StandardCharsets.UTF_8).length >= LONGEST_ARGUMENT) {
            hidden.addAll(where);
            where = List.of();
        }
        write(file, hidden);
        List<String> open = new ArrayList<>(all.stream().filter(option -> !isProperty(option)).toList());
        open.add("@" + file);
        return words(open, where);
    }

    private static boolean isProperty(String option) {
        return option.startsWith("-D");
    }

    private List<String> allOptions() {
        Stream<String> encodings = Stream.of("stdout.encoding", "stderr.encoding")
                .flatMap(
                        stream -> Optional.ofNullable(System.getProperty(stream)).map(encoding -> "-D" + stream + "=" + encoding).stream());
        return Stream.concat(options.stream(), encodings).toList();
    }

    private List<String> words(List<String> before, List<String> where) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(before);
        words.addAll(where);
        words.add(main);
        words.addAll(arguments);
        return words;
    }

    // The JVM reads the file in the encoding of a command line, where a character that this encoding lacks becomes a question mark.
    private static void write(Path file, List<String> words) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        String text = words.stream().map(JavaCommand::quoted).collect(Collectors.joining("\n", "", "\n"));
        Files.write(file, text.getBytes(Charset.forName(System.getProperty("sun.jnu.encoding"), StandardCharsets.UTF_8)),
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static String quoted(String word) {
        return "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
                .replace("\f", "\\f") + "\"";
    }
}
