/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a parameterized test with each constant of the enum of its first parameter. Constants of the servers PostgreSQL
 * and MariaDB run in {@code verification/databases} only, the others in the component only.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachStore.Stores.class)
@Tag(EachStore.TAG)
public @interface EachStore {

    /** Tag of the tests that {@code verification/databases} runs. */
    String TAG = "databases";

    /** Constants that do not run. */
    String[] except() default {};

    /** Selects the constants. */
    final class Stores implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            Class<?> type = parameters.getFirst().orElseThrow().getParameterType();
            EachStore selection = context.getRequiredTestMethod().getAnnotation(EachStore.class);
            List<String> except = Arrays.asList(selection.except());
            return Arrays.stream(type.getEnumConstants())
                    .filter(store -> !except.contains(store.toString()))
                    .filter(store -> server(store.toString()).isTested())
                    .map(Arguments::of);
        }

        private static DatabaseServer server(String store) {
            return Stream.of(DatabaseServer.POSTGRESQL, DatabaseServer.MARIADB)
                    .filter(server -> store.startsWith(server.name()))
                    .findFirst()
                    .orElse(DatabaseServer.H2);
        }
    }
}
