package dev.troupe.process;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The process that started this one, as its [Child] hears it: over standard input, whose end means that the parent is gone.
public final class Parent {
    private final DataInputStream words;

    private Parent(DataInputStream words) {
        this.words = words;
    }

    /// Takes standard input away from the program, for which it is empty from now on.
    public static Parent take() {
        DataInputStream words = new DataInputStream(new BufferedInputStream(System.in));
        System.setIn(InputStream.nullInputStream());
        return new Parent(words);
    }

    /// Hears what the parent says.
    @FunctionalInterface
    public interface Listener {
        /// Hears one thing.
        ///
        /// @throws IOException when the parent is gone
        void hear(DataInputStream words) throws IOException;
    }

    /// What the parent says first.
    public DataInputStream words() {
        return words;
    }

    /// Hears the parent, on a thread of its own, for as long as it lives. Then this process ends, too.
    ///
    /// @param last what is still to be done then
    public void follow(String thread, Listener listener, Runnable last) {
        Thread.ofPlatform().daemon().name(thread).start(() -> {
            try {
                while (true) {
                    listener.hear(words);
                }
            } catch (IOException gone) {
                Orphan.end(last);
            }
        });
    }
}
