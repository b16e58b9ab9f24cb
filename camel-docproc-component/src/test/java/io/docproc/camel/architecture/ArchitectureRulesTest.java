/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.docproc.camel.internal.operation.Operation;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.bean.BeanInfo;
import org.junit.jupiter.api.Test;

/** Dependency rules of the packages, and rules for all classes. */
final class ArchitectureRulesTest {
    static final String ROOT = "io.docproc.camel";

    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static final String FACE = "";
    private static final String GENERATED = ROOT + ".builder..";
    private static final Set<String> PUBLIC_API = Set.of("error", "model", "job", "ratelimit", "result");

    /** Each package with the packages that it may use. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry("error", Set.of()),
            entry("model", Set.of()),
            entry("result", Set.of("internal.body", "internal.store")),
            entry("job", Set.of("model", "error", "internal.store")),
            entry("ratelimit", Set.of("internal.store")),
            entry("internal.store", Set.of()),
            entry("internal.body", Set.of("model", "error")),
            entry("internal.http", Set.of("ratelimit", "error", "internal.body")),
            entry("internal.completion", union(PUBLIC_API, "internal.body", "internal.http")),
            entry("internal.call", union(PUBLIC_API, "internal.body", "internal.http")),
            entry(
                    "internal.operation",
                    union(PUBLIC_API, "internal.body", "internal.http", "internal.completion", "internal.call")),
            entry(
                    "internal.observe",
                    union(PUBLIC_API, "internal.http", "internal.call", "internal.operation", "internal.completion")),
            entry(
                    FACE,
                    union(
                            PUBLIC_API,
                            "internal.body",
                            "internal.http",
                            "internal.call",
                            "internal.observe",
                            "internal.operation",
                            "internal.completion")),
            entry("springboot", Set.of(FACE)),
            entry("builder", union(PUBLIC_API, FACE)));

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:final |abstract |sealed |non-sealed )*(?:class|record|interface|enum|@interface) (\\w+)",
            Pattern.MULTILINE);

    private static final Pattern LAST_IMPORT = Pattern.compile("^(?:import|package) .*;$", Pattern.MULTILINE);

    private static final Set<String> PACKAGES = Set.of(ROOT + ".model", ROOT + ".error");

    private static Set<String> union(Set<String> packages, String... more) {
        return Stream.concat(packages.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
    }

    @Test
    void packagesUseOnlyThePackagesBelowThem() {
        ArchRule rule = classes().should(useOnlyThePackagesBelow());
        rule.check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        ArchRule rule = slices().matching(ROOT + ".(**)")
                .should()
                .beFreeOfCycles()
                // Camel generates the builders.
                .ignoreDependency(resideInAPackage(GENERATED), resideInAPackage(GENERATED));
        rule.check(CLASSES);
    }

    @Test
    void classesOfTheHttpPackageFormNoCycle() {
        ArchRule rule = slices().assignedFrom(topLevelClassesOf(ROOT + ".internal.http"))
                .should()
                .beFreeOfCycles();
        rule.check(CLASSES);
    }

    private static SliceAssignment topLevelClassesOf(String packageName) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().equals(packageName)
                        ? SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""))
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "top-level classes of " + packageName;
            }
        };
    }

    @Test
    void operationsSeeTheMessageOnlyThroughTheInvocation() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage(ROOT + ".internal.operation..")
                .and()
                .haveNameNotMatching(".*\\.(Invocation|OptionValues|ComponentCall)")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Exchange.class, Message.class);
        rule.check(CLASSES);
    }

    @Test
    void operationsAreReachedOnlyByTheirNames() {
        ArchRule rule = classes()
                .that()
                .implement(Operation.class)
                .should()
                .bePackagePrivate()
                .andShould()
                .haveSimpleNameEndingWith("Operation");
        rule.check(CLASSES);
    }

    @Test
    void publicTypesDoNotUseTheHttpClient() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + ".model..", ROOT + ".error..", ROOT + ".internal.body..", ROOT + ".ratelimit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hc..", "org.apache.camel.component.http..");
        rule.check(CLASSES);
    }

    @Test
    void onlyOneClassUsesMicrometer() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.docproc\\.camel\\.internal\\.observe\\.ComponentMeters(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(CLASSES);
    }

    @Test
    void onlyTheAutoConfigurationUsesSpring() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".springboot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "org.apache.camel.spring..");
        rule.check(CLASSES);
    }

    @Test
    void noClassPrintsToTheConsole() {
        ArchRule rule = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
        rule.check(CLASSES);
    }

    @Test
    void loggingUsesSlf4j() {
        ArchRule rule = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
        rule.check(CLASSES);
    }

    @Test
    void noClassSleeps() {
        ArchRule rule = noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class);
        rule.check(CLASSES);
    }

    @Test
    void threadsComeFromCamel() {
        ArchRule rule = noClasses()
                .should()
                .callConstructorWhere(target(owner(assignableTo(Thread.class))))
                .orShould()
                .callConstructorWhere(target(owner(assignableTo(ExecutorService.class))))
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.Executors");
        rule.check(CLASSES);
    }

    @Test
    void staticFieldsNeverChange() {
        ArchRule rule = fields().that()
                .areStatic()
                .and(handWritten())
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(describe("mutable arrays or collections", ArchitectureRulesTest::isMutable));
        rule.check(CLASSES);
    }

    @Test
    void classesAreFinalUnlessExtended() {
        ArchRule rule = classes()
                .that()
                .resideOutsideOfPackages(ROOT, GENERATED)
                .and(describe("are not extended", type -> type.getSubclasses().isEmpty()))
                .and()
                // Tests of applications extend it, for example to fail.
                .doNotHaveSimpleName("MemoryJobRepository")
                .and()
                .areNotInterfaces()
                .and()
                .areNotAnonymousClasses()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL);
        rule.check(CLASSES);
    }

    private static ArchCondition<JavaClass> useOnlyThePackagesBelow() {
        return new ArchCondition<>("use only the packages below their own") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String name = relativePackage(type);
                Set<String> allowed = MAY_USE.get(name);
                if (allowed == null) {
                    events.add(SimpleConditionEvent.violated(type, "no rule says what package '" + name + "' may use"));
                    return;
                }
                type.getDirectDependenciesFromSelf().stream()
                        .filter(use -> use.getTargetClass().getPackageName().startsWith(ROOT))
                        .filter(use -> !relativePackage(use.getTargetClass()).equals(name))
                        .filter(use -> !allowed.contains(relativePackage(use.getTargetClass())))
                        .forEach(use -> events.add(SimpleConditionEvent.violated(type, use.getDescription())));
            }
        };
    }

    private static String relativePackage(JavaClass type) {
        String allowed = type.getPackageName().substring(ROOT.length());
        if (allowed.isEmpty()) {
            return FACE;
        }
        return allowed.startsWith(".builder") ? "builder" : allowed.substring(1);
    }

    private static DescribedPredicate<JavaField> handWritten() {
        return describe("are hand-written", field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static boolean isMutable(JavaClass type) {
        return type.isArray()
                || (!type.isInterface() && type.isAssignableTo(java.util.Collection.class))
                || (!type.isInterface() && type.isAssignableTo(Map.class))
                || type.getPackageName().equals("java.util.concurrent.atomic");
    }

    @Test
    void publicTypesAreDocumented() {
        ArchRule rule = classes().that().arePublic().and().areTopLevelClasses().should(beDocumented());
        rule.check(CLASSES);
    }

    private static ArchCondition<JavaClass> beDocumented() {
        return new ArchCondition<>("have Javadoc") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Path source = Path.of("src/main/java", type.getName().replace('.', '/') + ".java");
                if (Files.exists(source) && !hasJavadoc(source)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " has no Javadoc"));
                }
            }
        };
    }

    private static boolean hasJavadoc(Path source) {
        try {
            String text = Files.readString(source);
            Matcher type = PUBLIC_TYPE.matcher(text);
            int imports = LAST_IMPORT
                    .matcher(text)
                    .results()
                    .mapToInt(MatchResult::end)
                    .max()
                    .orElse(0);
            return type.find() && text.substring(imports, type.start()).contains("/**");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Camel takes such a method for an overload of the getter if the JVM lists the getter first, and finds neither. */
    @Test
    void noMethodHasTheShortNameOfAGetter() {
        assertThat(CLASSES.stream()
                        .filter(type -> PACKAGES.contains(type.getPackageName()))
                        .map(JavaClass::reflect)
                        .flatMap(ArchitectureRulesTest::ambiguousMethods))
                .isEmpty();
    }

    private static Stream<Method> ambiguousMethods(Class<?> type) {
        Set<String> shortNames = Arrays.stream(type.getMethods())
                .filter(BeanInfo::isGetter)
                .map(BeanInfo::getGetterShorthandName)
                .collect(Collectors.toSet());
        return Arrays.stream(type.getDeclaredMethods()).filter(method -> shortNames.contains(method.getName()));
    }
}
