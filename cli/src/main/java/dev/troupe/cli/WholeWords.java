package dev.troupe.cli;

import java.util.IdentityHashMap;
import java.util.function.IntUnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Breaks lines of help texts only between words. Picocli also breaks them within words, after slashes and dots, which splits paths. While picocli
/// breaks the lines, every character of a word is therefore replaced by a letter.
final class WholeWords extends Help {
    /// Maps an ASCII character to a letter of Latin Extended-A that replaces it in the meantime.
    private static final int TO_A_LETTER = 0x100;
    private static final int ASCII_END = 0x80;

    /// Picocli renders each option twice: first to measure it. The second time costs a third of the help.
    private final IdentityHashMap<OptionSpec, Text[][]> rendered = new IdentityHashMap<>();

    private WholeWords(CommandSpec spec, ColorScheme colors) {
        super(spec, colors);
    }

    /// For a command with all its subcommands.
    static void keep(CommandLine line) {
        line.setHelpFactory(WholeWords::new);
        var sections = line.getHelpSectionMap();
        sections.replaceAll((_, section) -> help -> asTheyWere(section.render(help)));
        line.setHelpSectionMap(sections);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        var usual = super.createDefaultOptionRenderer();
        return (option, label, colors) -> rendered.computeIfAbsent(option, _ -> joined(usual.render(option, label, colors), colors));
    }

    @Override
    public IParameterRenderer createDefaultParameterRenderer() {
        var usual = super.createDefaultParameterRenderer();
        return (parameter, label, colors) -> joined(usual.render(parameter, label, colors), colors);
    }

    /// The last column is the description, plain text.
    private static Text[][] joined(Text[][] rows, ColorScheme colors) {
        for (Text[] row : rows) {
            row[row.length - 1] = colors.text(asLetters(row[row.length - 1].plainString()));
        }
        return rows;
    }

    private static String asLetters(String text) {
        return mapped(text, c -> c > ' ' && c < ASCII_END ? c + TO_A_LETTER : c);
    }

    private static String asTheyWere(String text) {
        return mapped(text, c -> c >= TO_A_LETTER && c < TO_A_LETTER + ASCII_END ? c - TO_A_LETTER : c);
    }

    /// A plain loop: the code runs once and is not compiled, and with a stream it took a tenth of the help.
    private static String mapped(String text, IntUnaryOperator each) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) each.applyAsInt(chars[i]);
        }
        return new String(chars);
    }
}
