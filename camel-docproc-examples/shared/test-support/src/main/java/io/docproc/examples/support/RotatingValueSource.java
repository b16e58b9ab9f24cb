/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a parameterized test with each value in the profile {@code endurance}. Otherwise runs it with one, so that as many
 * tests of a class as there are values cover all.
 */
@Target({ElementType.ANNOTATION_TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(RotatingValueSource.Selection.class)
public @interface RotatingValueSource {
    /** Returns the values. */
    String[] value();

    /** Selects the values. */
    final class Selection implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            Method test = context.getRequiredTestMethod();
            String[] all = AnnotationSupport.findAnnotation(test, RotatingValueSource.class)
                    .orElseThrow()
                    .value();
            int position = tests(context.getRequiredTestClass()).indexOf(test.getName());
            Stream<String> selected =
                    Boolean.getBoolean("tests.endurance") ? Stream.of(all) : Stream.of(all[position % all.length]);
            return selected.map(Arguments::of);
        }

        private static List<String> tests(Class<?> type) {
            return Stream.of(type.getDeclaredMethods())
                    .filter(method -> AnnotationSupport.isAnnotated(method, RotatingValueSource.class))
                    .map(Method::getName)
                    .sorted()
                    .toList();
        }
    }
}
