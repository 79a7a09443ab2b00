package dev.troupe.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The command line of a JVM like this one.
///
/// @param options of the JVM
/// @param classPath as in `-cp`
/// @param main the name of the main class
/// @param arguments of main
public record JavaCommand(List<String> options, String classPath, String main, List<String> arguments) {
    /// Linux takes no single argument of 128 KiB or more.
    private static final int LONGEST_ARGUMENT = 120_000;

    public JavaCommand {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
    }

    /// Its words, program first.
    public List<String> words() {
        return words(List.of("-cp", classPath));
    }

    /// The same; a class path too long for a command line is left in that file, where the JVM reads it.
    public List<String> words(Path file) throws IOException {
        if (classPath.getBytes(StandardCharsets.UTF_8).length < LONGEST_ARGUMENT) {
            return words();
        }
        Files.writeString(file, "-cp\n\"" + classPath.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n");
        return words(List.of("@" + file));
    }

    private List<String> words(List<String> where) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(options);
        for (String stream : List.of("stdout.encoding", "stderr.encoding")) {
            Optional.ofNullable(System.getProperty(stream)).ifPresent(encoding -> words.add("-D" + stream + "=" + encoding));
        }
        words.addAll(where);
        words.add(main);
        words.addAll(arguments);
        return words;
    }
}
