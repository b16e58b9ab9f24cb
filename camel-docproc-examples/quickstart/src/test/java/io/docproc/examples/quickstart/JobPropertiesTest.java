/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.ServiceStarter;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobPropertiesTest {
    private static final String BASE_URL = "https://service.example.com";

    @TempDir
    private Path folder;

    @Test
    void withoutABaseUrlTheLocalServiceIsStarted() throws Exception {
        Main main = main();
        Optional<LocalService> local = ServiceStarter.start(main.getCamelContext(), new LocalServiceOptions());

        assertThat(local).isPresent();
        assertThat(component(main).getConfiguration().getBaseUrl())
                .isEqualTo(local.get().baseUrl());
        assertThat(component(main).getRequestsPerSecond()).isZero();
        local.get().close();
    }

    @Test
    void anAccountIsCalledNoFasterThanItsUsualLimit() throws Exception {
        Main main = main(
                "docproc.baseUrl",
                BASE_URL,
                "camel.component.docproc.app-id",
                "app",
                "camel.component.docproc.secret-code",
                "hidden");
        assertThat(ServiceStarter.start(main.getCamelContext(), new LocalServiceOptions()))
                .isEmpty();
        assertThat(component(main).getConfiguration().getBaseUrl()).isEqualTo(BASE_URL);
        assertThat(component(main).getRequestsPerSecond()).isEqualTo(2);
    }

    @Test
    void theRateLimitCanBeSetForTheLocalServiceToo() throws Exception {
        Main main = main("docproc.requestsPerSecond", "7");
        ServiceStarter.start(main.getCamelContext(), new LocalServiceOptions())
                .ifPresent(LocalService::close);

        assertThat(component(main).getRequestsPerSecond()).isEqualTo(7);
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
        "docproc.redeliveryDelay, soon, docproc.redeliveryDelay is 'soon'",
        "docproc.redeliveries, -1, docproc.redeliveries is '-1'",
        "docproc.dsl, json, camel.json"
    })
    void anInvalidValueIsRejectedAndNamed(String property, String value, String named) throws Exception {
        JobFixture job = new JobFixture(folder).with(property, value);

        assertThatThrownBy(job::run).hasStackTraceContaining(named);
    }

    @Test
    void theFoldersAreInTheHomeFolderUnlessTheyAreSet() throws Exception {
        Main main = main("docproc.home", "/home/pages", "docproc.outbox", "/out");
        assertThat(main.getCamelContext().resolvePropertyPlaceholders("{{docproc.inbox}} {{docproc.outbox}}"))
                .isEqualTo("/home/pages/inbox /out");
    }

    private static Main main(String... properties) {
        Main main = new Main();
        main.setDefaultPropertyPlaceholderLocation("classpath:quickstart/application.properties");
        for (int index = 0; index < properties.length; index += 2) {
            main.addOverrideProperty(properties[index], properties[index + 1]);
        }
        main.init();
        return main;
    }

    private static DocprocComponent component(Main main) {
        return (DocprocComponent) main.getCamelContext().getComponent("docproc", true, false);
    }
}
