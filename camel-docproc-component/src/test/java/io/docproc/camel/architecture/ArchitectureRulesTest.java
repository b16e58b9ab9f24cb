/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
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
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
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
            entry("result", Set.of("internal.store")),
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

    private static final Set<String> PACKAGES = Set.of(ROOT + ".model", ROOT + ".error");

    private static Set<String> union(Set<String> packages, String... more) {
        return Stream.concat(packages.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
    }

    @Test
    void packagesUseOnlyThePackagesBelowThem() {
        classes().should(useOnlyThePackagesBelow()).check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(**)")
                .should()
                .beFreeOfCycles()
                // Camel generates the builders.
                .ignoreDependency(resideInAPackage(GENERATED), resideInAPackage(GENERATED))
                .check(CLASSES);
    }

    @Test
    void classesOfTheHttpPackageFormNoCycle() {
        slices().assignedFrom(topLevelClassesOf(ROOT + ".internal.http"))
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
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
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".internal.operation..")
                .and()
                .haveNameNotMatching(".*\\.(Invocation|RequestDocuments|OptionValues|ComponentCall)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Exchange.class, Message.class)
                .check(CLASSES);
    }

    @Test
    void publicTypesDoNotUseTheHttpClient() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + ".model..", ROOT + ".error..", ROOT + ".internal.body..", ROOT + ".ratelimit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hc..", "org.apache.camel.component.http..")
                .check(CLASSES);
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
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".springboot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "org.apache.camel.spring..")
                .check(CLASSES);
    }

    @Test
    void noClassPrintsToTheConsole() {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    }

    @Test
    void loggingUsesSlf4j() {
        GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
    }

    @Test
    void noClassSleeps() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .check(CLASSES);
    }

    /** A virtual thread that waits in a monitor occupies its carrier. */
    @Test
    void noClassWaitsInAMonitor() {
        noClasses()
                .should()
                .callMethodWhere(target(owner(assignableTo(Object.class))).and(target(name("wait"))))
                .check(CLASSES);
    }

    @Test
    void threadsComeFromCamel() {
        noClasses()
                .should()
                .callConstructorWhere(target(owner(assignableTo(Thread.class))))
                .orShould()
                .callConstructorWhere(target(owner(assignableTo(ExecutorService.class))))
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.Executors")
                .check(CLASSES);
    }

    @Test
    void staticFieldsNeverChange() {
        fields().that()
                .areStatic()
                .and(handWritten())
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(describe("mutable arrays or collections", ArchitectureRulesTest::isMutable))
                .check(CLASSES);
    }

    @Test
    void classesAreFinalUnlessExtended() {
        classes()
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
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
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
