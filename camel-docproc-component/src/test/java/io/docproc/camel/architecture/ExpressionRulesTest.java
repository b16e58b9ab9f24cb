/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.component.bean.BeanInfo;
import org.junit.jupiter.api.Test;

/** Names of members in expressions such as {@code ${body.isExpired}}. */
final class ExpressionRulesTest {
    private static final Set<String> PACKAGES =
            Set.of(ArchitectureRulesTest.ROOT + ".model", ArchitectureRulesTest.ROOT + ".error");

    /** Camel takes such a method for an overload of the getter if the JVM lists the getter first, and finds neither. */
    @Test
    void noMethodHasTheShortNameOfAGetter() {
        assertThat(ArchitectureRulesTest.CLASSES.stream()
                        .filter(type -> PACKAGES.contains(type.getPackageName()))
                        .map(JavaClass::reflect)
                        .flatMap(ExpressionRulesTest::ambiguousMethods))
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
