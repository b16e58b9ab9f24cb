/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.testkit.Matrix;
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

/**
 * Runs a parameterized test with each {@link Dsl} in the profile {@code endurance}. Otherwise runs it with one, so that
 * three tests of a class cover all.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachDsl.Selection.class)
@interface EachDsl {

    /** Selects the languages. */
    final class Selection implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            Dsl[] all = Dsl.values();
            int position = tests(context.getRequiredTestMethod().getDeclaringClass())
                    .indexOf(context.getRequiredTestMethod().getName());
            Dsl selected = all[position % all.length];
            return Matrix.isFull() ? Stream.of(all).map(Arguments::of) : Stream.of(Arguments.of(selected));
        }

        private static List<String> tests(Class<?> type) {
            return Stream.of(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(EachDsl.class))
                    .map(Method::getName)
                    .sorted()
                    .toList();
        }
    }
}
