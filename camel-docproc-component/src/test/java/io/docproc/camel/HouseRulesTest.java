/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

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
import io.docproc.camel.operation.CallOptions;
import io.docproc.camel.operation.Invocation;
import io.docproc.camel.operation.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;

/** How the house is built: which room may use which, and what no room may do. */
final class HouseRulesTest {
    static final String ROOT = "io.docproc.camel";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static final String FACE = "";
    private static final String GENERATED = ROOT + ".builder..";
    private static final Set<String> RESOURCES = Set.of("model", "error");
    private static final Set<String> MIDDLE = Set.of("http", "document", "quota", "job", "model", "error");

    /** Each room, and the rooms below it. A new room is a new line. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry(
                    FACE,
                    Set.of("operation", "webhook", "observe", "http", "document", "quota", "job", "model", "error")),
            entry("builder", Set.of(FACE, "job")),
            entry("operation", MIDDLE),
            entry("webhook", MIDDLE),
            entry("observe", MIDDLE),
            entry("springboot", Set.of(FACE)),
            entry("http", Set.of("error")),
            entry("document", RESOURCES),
            entry("quota", RESOURCES),
            entry("job", RESOURCES),
            entry("model", Set.of()),
            entry("error", Set.of()));

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:final |abstract |sealed |non-sealed )*(?:class|record|interface|enum|@interface) (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern LAST_IMPORT = Pattern.compile("^(?:import|package) .*;$", Pattern.MULTILINE);

    @Test
    void roomsUseOnlyTheRoomsBelowThem() {
        ArchRule rule = classes().should(useOnlyTheRoomsBelow());
        rule.check(CLASSES);
    }

    @Test
    void roomsFormNoCircle() {
        ArchRule rule = slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();
        rule.check(CLASSES);
    }

    @Test
    void operationsSeeTheMessageOnlyThroughTheInvocation() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage(ROOT + ".operation..")
                .and()
                .doNotBelongToAnyOf(Invocation.class, CallOptions.class)
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
    void theModelKnowsNothingOfHttp() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".model..", ROOT + ".error..", ROOT + ".document..", ROOT + ".quota..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hc..", "org.apache.camel.component.http..");
        rule.check(CLASSES);
    }

    @Test
    void springIsKnownOnlyWhereItIsThere() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".springboot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "org.apache.camel.spring..");
        rule.check(CLASSES);
    }

    @Test
    void nobodyPrintsToTheConsole() {
        ArchRule rule = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
        rule.check(CLASSES);
    }

    @Test
    void nobodyUsesAnotherLogThanSlf4j() {
        ArchRule rule = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
        rule.check(CLASSES);
    }

    @Test
    void nobodySleeps() {
        ArchRule rule = noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class);
        rule.check(CLASSES);
    }

    @Test
    void nobodyStartsThreadsBesideCamels() {
        ArchRule rule = noClasses()
                .should()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.Executors");
        rule.check(CLASSES);
    }

    @Test
    void staticFieldsNeverChange() {
        ArchRule rule = fields().that()
                .areStatic()
                .and(writtenByHand())
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(describe("arrays or collections that anyone can change", HouseRulesTest::isChangeable));
        rule.check(CLASSES);
    }

    @Test
    void whatIsNotExtendedIsFinal() {
        ArchRule rule = classes()
                .that()
                .resideOutsideOfPackages(ROOT, GENERATED)
                .and(describe("are not extended", type -> type.getSubclasses().isEmpty()))
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

    @Test
    void publicTypesAreDocumented() {
        ArchRule rule = classes().that().arePublic().and().areTopLevelClasses().should(beDocumented());
        rule.check(CLASSES);
    }

    private static ArchCondition<JavaClass> beDocumented() {
        return new ArchCondition<>("say in their Javadoc what they are") {
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
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static ArchCondition<JavaClass> useOnlyTheRoomsBelow() {
        return new ArchCondition<>("use only the rooms below their own") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String room = room(type);
                Set<String> below = MAY_USE.get(room);
                if (below == null) {
                    events.add(SimpleConditionEvent.violated(type, "no rule says what room '" + room + "' may use"));
                    return;
                }
                type.getDirectDependenciesFromSelf().stream()
                        .filter(use -> use.getTargetClass().getPackageName().startsWith(ROOT))
                        .filter(use -> !room(use.getTargetClass()).equals(room))
                        .filter(use -> !below.contains(room(use.getTargetClass())))
                        .forEach(use -> events.add(SimpleConditionEvent.violated(type, use.getDescription())));
            }
        };
    }

    private static String room(JavaClass type) {
        String below = type.getPackageName().substring(ROOT.length());
        return below.isEmpty() ? FACE : below.substring(1).split("\\.")[0];
    }

    private static DescribedPredicate<JavaField> writtenByHand() {
        return describe("are written by hand", field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static boolean isChangeable(JavaClass type) {
        return type.isArray()
                || (!type.isInterface() && type.isAssignableTo(java.util.Collection.class))
                || (!type.isInterface() && type.isAssignableTo(Map.class))
                || type.getPackageName().equals("java.util.concurrent.atomic");
    }
}
