/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.local.LocalServiceOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobPropertiesTest {
    private static final String BASE_URL = "https://service.example.com";

    @TempDir
    private Path folder;

    @Test
    void withoutABaseUrlTheLocalServiceIsCalledWithoutARateLimit() throws Exception {
        try (ExampleMain application = application()) {
            assertThat(component(application).getConfiguration().getBaseUrl())
                    .isEqualTo(application.localService().orElseThrow().baseUrl());
            assertThat(component(application).getRequestsPerSecond()).isZero();
        }
    }

    @Test
    void anAccountIsCalledNoFasterThanItsUsualLimit() throws Exception {
        try (ExampleMain application = application(
                "docproc.baseUrl",
                BASE_URL,
                "camel.component.docproc.app-id",
                "app",
                "camel.component.docproc.secret-code",
                "hidden")) {
            assertThat(application.localService()).isEmpty();
            assertThat(component(application).getConfiguration().getBaseUrl()).isEqualTo(BASE_URL);
            assertThat(component(application).getRequestsPerSecond()).isEqualTo(2);
        }
    }

    @Test
    void theRateLimitCanBeSetForTheLocalServiceToo() throws Exception {
        try (ExampleMain application = application("docproc.requestsPerSecond", "7")) {
            assertThat(component(application).getRequestsPerSecond()).isEqualTo(7);
        }
    }

    @Test
    void aBaseUrlWithoutCredentialsIsRejectedAndTheVariableNamed() throws Exception {
        JobFixture job =
                new JobFixture(folder).with("docproc.baseUrl", BASE_URL).with("camel.component.docproc.app-id", "app");

        assertThatThrownBy(job::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("DOCPROC_SECRET_CODE");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "docproc.concurrency, 0, maxConcurrentRequests",
                "docproc.concurrency, many, maxConcurrentRequests",
                "docproc.dsl, json, camel.json"
            })
    void anInvalidValueIsRejectedAndNamed(String property, String value, String named) throws Exception {
        JobFixture job = new JobFixture(folder).with(property, value);

        assertThatThrownBy(job::run).hasStackTraceContaining(named);
    }

    @Test
    void theFoldersAreInTheHomeFolderUnlessTheyAreSet() throws Exception {
        try (ExampleMain application = application("docproc.home", "/home/pages", "docproc.outbox", "/out")) {
            assertThat(application.properties().text("docproc.inbox")).isEqualTo("/home/pages/inbox");
            assertThat(application.properties().text("docproc.outbox")).isEqualTo("/out");
        }
    }

    private static ExampleMain application(String... properties) {
        Map<String, String> values = new HashMap<>();
        for (int index = 0; index < properties.length; index += 2) {
            values.put(properties[index], properties[index + 1]);
        }
        PrintStream ignored = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return ExampleMain.init(
                "quickstart", values, ignored, application -> application.startService(new LocalServiceOptions()));
    }

    private static DocprocComponent component(ExampleMain application) {
        return application.main().getCamelContext().getComponent("docproc", DocprocComponent.class);
    }
}
