package dev.troupe.systemtests;

/// A program with the usual main.
final class MainProgram {
    private MainProgram() {}

    public static void main(String[] words) {
        if (words.length == 0) IO.println("no words");
        for (var word : words) IO.println(word);
    }
}
