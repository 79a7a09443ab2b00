package dev.troupe.runtime.behaviour;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/// Runs a test once in each mode that its `@In` names; `-Dbehaviour.modes=EMBEDDED` leaves the others out.
final class Modes implements TestTemplateInvocationContextProvider {
    private static final List<String> CHOSEN = List.of(
            System.getProperty("behaviour.modes", "EMBEDDED,LOCAL,CLUSTER,SHARED_CLUSTER").split(","));

    static boolean chosen(Mode mode) {
        return CHOSEN.contains(mode.name());
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        var in = context.getRequiredTestMethod().getAnnotation(In.class);
        return Stream.of(in.value()).filter(mode -> mode != Mode.SHARED_CLUSTER && chosen(mode)).map(mode -> new Invocation(mode, in));
    }

    private record Invocation(Mode mode, In in) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int number) {
            return mode.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Session(mode, List.of(in.with()), in.started()));
        }
    }
}
