package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules that `troupe operator manifests --cel` gives to API servers, carried out: as those do it, each where it stands, with what
/// stands there as `self`.
final class CelRulesTest {
    private static final Path DEFINITION = Path.of("../deploy/crds/dijobs-cel.yaml");
    private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder().build();
    private static final String FOREIGN = "backoffLimit, preemptible, gang, priority, successPolicy and replicas do not belong to coordinator";
    private static final String LIMITS = "replicas of a preemptible job must be from minReplicas to maxReplicas";
    private static Map<String, Object> schema;

    /// Which rule refuses which mistake of [MalformedJobsTest]. Others are seen by the schema, or only by the operator.
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("no shape", "give exactly one of tasks, template and coordinator"),
            Map.entry("two shapes", "minReplicas, maxReplicas and engineFields belong to template"),
            Map.entry("a template beside a coordinator", "give exactly one of tasks, template and coordinator"),
            Map.entry("a field of another shape", FOREIGN),
            Map.entry("a number of pods beside a coordinator", FOREIGN),
            Map.entry("a success policy beside a coordinator", FOREIGN),
            Map.entry("fewer pods than at least", LIMITS),
            Map.entry("more pods than at most", LIMITS),
            Map.entry("pods of any task", "replicas needs a task of type collector, or a single task"),
            Map.entry("more at least than at most", "minReplicas must not be more than maxReplicas"),
            Map.entry("no coordinator",
                    "give exactly one of tasks, template and coordinator; collector and learner belong to coordinator"),
            Map.entry("nothing of v1alpha1", "give exactly one of tasks, template and coordinator"),
            Map.entry("no tasks", "name at least one task"),
            Map.entry("none without a name", "a task of type none needs a name"),
            Map.entry("a type twice", "the types learner, collector and evaluator may each occur once"),
            Map.entry("a name twice", "each task needs a name of its own; one without has its type as name"));

    @BeforeAll
    static void read() throws Exception {
        var versions = Tree.maps(Tree.map(Tree.map(document(java.nio.file.Files.readString(DEFINITION))).get("spec")).get("versions"));
        schema = Tree.map(Tree.map(versions.getFirst().get("schema")).get("openAPIV3Schema"));
    }

    static List<Path> right() throws IOException {
        try (Stream<Path> examples = java.nio.file.Files.list(Files.EXAMPLES)) {
            return Stream.concat(examples.filter(file -> file.toString().endsWith(".yaml") && !file.endsWith("aggregator.yaml")),
                    Stream.of(Path.of("src/test/resources/dev/troupe/dijob/tasks.yaml"))).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("right")
    void whatIsRightIsTaken(Path file) throws Exception {
        assertEquals(List.of(), refusals(document(Files.text(file))));
    }

    static Stream<MalformedJobsTest.Mistake> mistakes() {
        return Stream.of(MalformedJobsTest.spec(), MalformedJobsTest.taskList(), MalformedJobsTest.podTemplate()).flatMap(all -> all)
                .filter(mistake -> mistake.yaml().contains("kind: DIJob"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatIsWrongIsRefusedWhereARuleCanTell(MalformedJobsTest.Mistake mistake) throws Exception {
        assertEquals(REFUSED.getOrDefault(mistake.title(), ""), String.join("; ", refusals(document(mistake.yaml()))));
    }

    @Test
    void everyRuleRefusesSomething() {
        Set<String> messages = new TreeSet<>();
        collect(schema, messages);
        messages.removeIf(message -> REFUSED.values().stream().anyMatch(refused -> refused.contains(message)));
        assertEquals(Set.of(), messages);
    }

    /// API servers know only fields of the schema in rules: with those as types, each rule is compiled.
    @Test
    void rulesKnowOnlyFieldsThereAre() throws Exception {
        assertTrue(compileAll("DIJob", schema) >= 9);
    }

    private static void collect(Map<String, Object> node, Set<String> messages) {
        rules(node).forEach(rule -> messages.add(rule.get("message").toString()));
        children(node).values().forEach(child -> collect(child, messages));
        items(node).ifPresent(each -> collect(each, messages));
    }

    private static int compileAll(String name, Map<String, Object> node) throws Exception {
        int compiled = 0;
        for (Map<String, Object> rule : rules(node)) {
            CelCompilerFactory.standardCelCompilerBuilder().setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .setTypeProvider(provider(name, node)).addVar("self", type(name, node)).setResultType(SimpleType.BOOL).build()
                    .compile(rule.get("rule").toString()).getAst();
            compiled++;
        }
        for (var child : children(node).entrySet()) {
            compiled += compileAll(name + "." + child.getKey(), child.getValue());
        }
        return compiled + (items(node).isPresent() ? compileAll(name + ".each", items(node).get()) : 0);
    }

    private static CelType type(String name, Map<String, Object> node) {
        return switch (node.get("type").toString()) {
            case "array" -> ListType.create(type(name + ".each", items(node).orElseThrow()));
            case "string" -> SimpleType.STRING;
            case "integer" -> SimpleType.INT;
            case "boolean" -> SimpleType.BOOL;
            default -> {
                ImmutableMap<String, CelType> fields = children(node).entrySet().stream()
                        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey,
                                child -> type(name + "." + child.getKey(), child.getValue())));
                yield StructType.create(name, fields.keySet(), field -> Optional.ofNullable(fields.get(field)));
            }
        };
    }

    /// Everything below.
    private static CelTypeProvider provider(String name, Map<String, Object> node) {
        Map<String, CelType> gathered = new LinkedHashMap<>();
        gather(name, node, gathered);
        ImmutableMap<String, CelType> types = ImmutableMap.copyOf(gathered);
        return new CelTypeProvider() {
            @Override
            public ImmutableCollection<CelType> types() {
                return types.values();
            }

            @Override
            public Optional<CelType> findType(String wanted) {
                return Optional.ofNullable(types.get(wanted));
            }
        };
    }

    private static void gather(String name, Map<String, Object> node, Map<String, CelType> types) {
        if (type(name, node) instanceof StructType struct) {
            types.put(name, struct);
        }
        children(node).forEach((field, child) -> gather(name + "." + field, child, types));
        items(node).ifPresent(each -> gather(name + ".each", each, types));
    }

    private static List<String> refusals(Object document) throws Exception {
        List<String> refusals = new ArrayList<>();
        if (fits(schema, document)) { // else it is refused before any rule
            check(schema, document, refusals);
        }
        return refusals;
    }

    private static boolean fits(Map<String, Object> node, Object value) {
        return switch (node.get("type").toString()) {
            case "array" -> value instanceof List<?> list && list.stream().allMatch(each -> fits(items(node).orElseThrow(), each));
            case "object" -> value instanceof Map<?, ?> map && children(node).entrySet().stream()
                    .allMatch(child -> map.get(child.getKey()) == null || fits(child.getValue(), map.get(child.getKey())));
            case "integer" -> value instanceof Integer;
            case "boolean" -> value instanceof Boolean;
            default -> value instanceof String;
        };
    }

    private static void check(Map<String, Object> node, Object value, List<String> refusals) throws Exception {
        for (Map<String, Object> rule : rules(node)) {
            CelAbstractSyntaxTree compiled = CelCompilerFactory.standardCelCompilerBuilder()
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS).addVar("self", SimpleType.DYN).build()
                    .compile(rule.get("rule").toString()).getAst();
            if (!Boolean.TRUE.equals(RUNTIME.createProgram(compiled).eval(Map.of("self", wide(value))))) {
                refusals.add(rule.get("message").toString());
            }
        }
        for (var child : children(node).entrySet()) {
            if (Tree.map(value).get(child.getKey()) != null) {
                check(child.getValue(), Tree.map(value).get(child.getKey()), refusals);
            }
        }
        for (Object each : Tree.list(value)) {
            check(items(node).orElseThrow(), each, refusals);
        }
    }

    /// Whole numbers as CEL has them.
    private static Object wide(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> wide = new LinkedHashMap<>();
                Tree.map(map).forEach((key, one) -> wide.put(key, wide(one)));
                yield wide;
            }
            case List<?> list -> list.stream().map(CelRulesTest::wide).toList();
            case Integer number -> number.longValue();
            case null, default -> value;
        };
    }

    private static List<Map<String, Object>> rules(Map<String, Object> node) {
        return Tree.maps(node.get("x-kubernetes-validations"));
    }

    private static Map<String, Map<String, Object>> children(Map<String, Object> node) {
        Map<String, Map<String, Object>> children = new LinkedHashMap<>();
        Tree.map(node.get("properties")).forEach((name, child) -> children.put(name, Tree.map(child)));
        return children;
    }

    private static Optional<Map<String, Object>> items(Map<String, Object> node) {
        return Optional.ofNullable(node.get("items")).map(Tree::map);
    }

    private static Object document(String yaml) throws YamlText.NotYaml {
        return YamlText.documents(yaml).getFirst();
    }
}
