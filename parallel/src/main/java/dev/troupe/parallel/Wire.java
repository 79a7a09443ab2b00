package dev.troupe.parallel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writes and reads texts and lists on the pipe from the launcher to a worker. Both have the same build, so there are no versions.
final class Wire {
    private Wire() {}

    static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /// Like `writeUTF`, but without its length limit.
    static void writeText(DataOutput out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String readText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static void writeTexts(DataOutput out, Iterable<String> texts) throws IOException {
        for (String text : texts) {
            out.writeBoolean(true);
            writeText(out, text);
        }
        out.writeBoolean(false);
    }

    static List<String> readTexts(DataInput in) throws IOException {
        List<String> texts = new ArrayList<>();
        while (in.readBoolean()) {
            texts.add(readText(in));
        }
        return texts;
    }
}
