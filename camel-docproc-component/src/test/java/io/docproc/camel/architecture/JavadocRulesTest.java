/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Documentation of the public types. */
final class JavadocRulesTest {
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:final |abstract |sealed |non-sealed )*(?:class|record|interface|enum|@interface) (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern LAST_IMPORT = Pattern.compile("^(?:import|package) .*;$", Pattern.MULTILINE);

    @Test
    void publicTypesAreDocumented() {
        ArchRule rule = classes().that().arePublic().and().areTopLevelClasses().should(beDocumented());
        rule.check(ArchitectureRulesTest.CLASSES);
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
}
