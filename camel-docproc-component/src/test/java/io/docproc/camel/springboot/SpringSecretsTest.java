/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** No secret that a Spring Boot application has from its environment shows anywhere. */
@Timeout(300)
class SpringSecretsTest {
    /** Not the component's: the HTTP client's wire log, and what Camel tells of its placeholders below INFO. */
    private static final List<String> OTHERS = List.of(
            "org.apache.hc.client5.http.wire",
            "org.apache.hc.client5.http.headers",
            "org.apache.camel.component.properties.PropertiesComponent",
            "org.apache.camel.impl.engine.DefaultCamelContextExtension",
            "org.apache.camel.spring.boot.SpringPropertiesParser");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path directory;

    @Test
    void noSecretShowsInAnyLogExceptionConsoleOrHealthCheck() throws Exception {
        service.respondWith("{\"code\":40102,\"message\":\"" + SpringSecretsScenario.SECRET_CODE + " is wrong\"}");

        List<String> lines = ChildProcess.output(
                ChildProcess.traceOptions(directory, OTHERS),
                Map.of("CAMEL_COMPONENT_DOCPROC_SECRET_CODE", SpringSecretsScenario.SECRET_CODE),
                SpringSecretsScenario.class,
                service.server().baseUrl());

        assertThat(lines)
                .as("what the scenario shows")
                .anyMatch(line -> line.contains("TRACE org.springframework"))
                .anyMatch(line -> line.contains("TRACE") && line.contains("io.docproc.camel"))
                .anyMatch(line -> line.contains("40102 xxxxxx is wrong"))
                .anyMatch(line -> line.contains("service.error.code=40102"))
                .anyMatch(line -> line.contains(" is not an option of the docproc component; "))
                .anyMatch(line -> line.contains(" contains a placeholder ${...} that has no value; "))
                .contains("Refused: IllegalArgumentException", SpringSecretsScenario.FINISHED);
        assertThat(lines).filteredOn(SpringSecretsTest::showsASecret).isEmpty();
    }

    private static boolean showsASecret(String line) {
        return Stream.of("s3cr3t", "c0de-9f8e7d", "h0oks", "4pplication", "m1splaced", "c0de-55")
                .anyMatch(line::contains);
    }
}
