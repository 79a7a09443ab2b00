package dev.troupe.values;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What a user might run with a plain `java`; `PlainJava` starts it.
final class Program {
    record Greeting(String text, List<String> to, Map<String, Integer> counts) {}

    interface Step extends UnaryOperator<String>, Serializable {}

    private Program() {}

    public static void main(String[] args) {
        Values values = Values.with(Program.class.getClassLoader());
        if (args[0].equals("simple")) {
            for (Object value : new Object[]{"text", 1, 2L, 3.0, true, null, new byte[5], new double[5],
                    new String[]{"a"}}) {
                values.decode(values.encode(value));
            }
            System.out.println("done");
            return;
        }
        Object got = null;
        for (int i = 0; i < 30_000; i++) {
            got = values.decode(values.encode(new Greeting("hi", List.of("a", "b"), Map.of("n", 1))));
        }
        awaitCompiler();
        got = values.decode(values.encode(got));
        String ending = "!";
        Step step = text -> text + ending;
        System.out.println(got + ((Step) values.decode(values.encode(step))).apply(" done"));
    }

    private static void awaitCompiler() {
        Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("troupe-values-compiler"))
                .forEach(thread -> {
                    try {
                        thread.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }
}
