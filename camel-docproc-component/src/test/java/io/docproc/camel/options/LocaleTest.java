/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.docproc.camel.testkit.ChildProcess;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Options under default locales whose lower case of I, or order of text, is another one than that of English. */
class LocaleTest {
    /** Runs the tests of classes; exits with 1 if one fails. */
    static final class Tests {
        private Tests() {}

        public static void main(String[] classes) {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(Stream.of(classes)
                                            .map(name -> selectClass(name))
                                            .toList())
                                    .build(),
                            summary);
            summary.getSummary().printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 5);
            System.out.println(summary.getSummary().getTestsSucceededCount() + " tests passed");
            System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
        }
    }

    @Test
    void theTestsOfTheOptionsPassInTurkish() throws Exception {
        assertThat(ChildProcess.output(
                        List.of("-Duser.language=tr"),
                        Map.of(),
                        Tests.class,
                        OptionExamplesTest.class.getName(),
                        ComponentPropertiesTest.class.getName(),
                        HeaderPrecedenceTest.class.getName()))
                .anyMatch(line -> line.matches("[1-9]\\d+ tests passed"));
    }
}
