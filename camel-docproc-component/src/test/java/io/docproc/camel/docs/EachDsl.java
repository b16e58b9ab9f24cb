/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.testkit.Matrix;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a parameterized test with each {@link Dsl} in the profile {@code endurance}. Otherwise runs it with one, which the
 * name of the test determines, so that the tests of a class cover all.
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
            String test = context.getRequiredTestMethod().getName();
            Dsl selected = all[Math.floorMod(test.hashCode(), all.length)];
            return Matrix.isFull() ? Stream.of(all).map(Arguments::of) : Stream.of(Arguments.of(selected));
        }
    }
}
