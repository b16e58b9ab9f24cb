/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a parameterized test with each constant of the enum of its first parameter. Constants of the servers PostgreSQL
 * and MariaDB run only in the profile {@code endurance}, except those of {@link #always()}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachStore.Stores.class)
public @interface EachStore {

    /** Constants that do not run. */
    String[] except() default {};

    /** Constants of PostgreSQL that run in each build on Linux. */
    String[] always() default {};

    /** Selects the constants. */
    final class Stores implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            Class<?> type = parameters.getFirst().orElseThrow().getParameterType();
            EachStore selection = context.getRequiredTestMethod().getAnnotation(EachStore.class);
            List<String> except = Arrays.asList(selection.except());
            List<String> always = Arrays.asList(selection.always());
            return Arrays.stream(type.getEnumConstants())
                    .filter(store -> !except.contains(store.toString()))
                    .filter(store -> Matrix.isFull()
                            || !isServer(store.toString())
                            || always.contains(store.toString()) && DatabaseServer.POSTGRESQL.isAvailable())
                    .map(Arguments::of);
        }

        private static boolean isServer(String store) {
            return store.startsWith("POSTGRESQL") || store.startsWith("MARIADB");
        }
    }
}
