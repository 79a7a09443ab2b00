package dev.troupe.cli;

import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Breaks lines of help texts only between words, where the terminal ends. Picocli also breaks them within words, after slashes and dots, which splits paths. While picocli
/// breaks the lines, every character of a word is therefore replaced by a letter.
final class WholeWords extends Help {
    /// Maps an ASCII character to a letter of Latin Extended-A that replaces it in the meantime.
    private static final int TO_A_LETTER = 0x100;
    private static final int ASCII_END = 0x80;

    /// The most columns that are used, and those of a terminal whose size is unknown.
    static final int USUAL_COLUMNS = 110;
    /// With fewer columns, descriptions stand below the names, not beside them. Picocli itself refuses fewer than 55.
    private static final int LEAST_FOR_A_TABLE = 70;
    /// No line of a help text is longer.
    private static final int ENDLESS = 2000;
    private static final Set<String> LISTS = Set.of(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
    /// Picocli renders each option twice: first to measure it. The second time costs a third of the help.
    private final IdentityHashMap<OptionSpec, Text[][]> rendered = new IdentityHashMap<>();

    private WholeWords(CommandSpec spec, ColorScheme colors) {
        super(spec, colors);
    }

    /// For a command with all its subcommands.
    ///
    /// @param terminal asked only when help is printed, because that starts a process
    static void keep(CommandLine line, Supplier<Optional<TerminalSize>> terminal) {
        line.setHelpFactory(WholeWords::new);
        var sections = line.getHelpSectionMap();
        var columns = new AtomicInteger();
        sections.replaceAll((key, section) -> help -> {
            if (columns.get() == 0) {
                columns.set(terminal.get().map(TerminalSize::columns).filter(known -> known < USUAL_COLUMNS).orElse(USUAL_COLUMNS));
            }
            return fitted(key, section, help, columns.get());
        });
        line.setHelpSectionMap(sections);
    }

    private static String fitted(String key, IHelpSectionRenderer section, Help help, int columns) {
        boolean list = LISTS.contains(key);
        boolean table = list && columns >= LEAST_FOR_A_TABLE;
        help.commandSpec().usageMessage().width(table ? columns : ENDLESS);
        String text = asTheyWere(section.render(help));
        FoldedText folded = new FoldedText(columns);
        if (table || key.equals(UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING)) {
            return text;
        }
        if (key.equals(UsageMessageSpec.SECTION_KEY_SYNOPSIS)) { // which follows its heading in the same line
            int heading = help.synopsisHeadingLength();
            return folded.paragraphs(" ".repeat(heading) + text).substring(heading);
        }
        return list ? folded.list(text) : folded.paragraphs(text);
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
