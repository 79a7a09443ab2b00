package dev.troupe.cli;

/// A command that only has subcommands.
abstract class CommandGroup extends ShellCommand implements Runnable {
    private final String question;

    /// @param question what to say if no subcommand is given
    CommandGroup(String question) {
        this.question = question;
    }

    @Override
    public void run() {
        throw wrong(question);
    }
}
