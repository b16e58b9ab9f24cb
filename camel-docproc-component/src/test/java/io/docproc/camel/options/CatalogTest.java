/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.catalog.EndpointValidationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation by IDEs, camel-report:validate and other tools that use Camel's catalog. */
final class CatalogTest {
    private final CamelCatalog catalog = new DefaultCamelCatalog(true);

    @Test
    void theComponentIsFoundByItsNameAlone() throws Exception {
        assertThat(catalog.componentModel("docproc").getJavaType()).isEqualTo(DocprocComponent.class.getName());
        assertThat(catalog.componentJSonSchema("docproc"))
                .isEqualToNormalizingNewlines(Files.readString(
                        Path.of("src/generated/resources/META-INF/io/docproc/camel/docproc.json"),
                        StandardCharsets.UTF_8));
    }

    @Test
    void aToolListsTheComponentAfterItIsAdded() {
        assertThat(catalog.findComponentNames()).doesNotContain("docproc");

        catalog.addComponent("docproc", DocprocComponent.class.getName(), catalog.componentJSonSchema("docproc"));

        assertThat(catalog.findComponentNames()).contains("docproc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:crop?enhanceMode=5&correctDirection=true",
                "docproc:crop?enhanceMode={{mode}}&responseTimeout=1m",
                "docproc:extract?schema=classpath:schemas/invoice.json&param.parse_options.new_key=1&param.extract_options.other=x",
                "docproc:parseSync?param.capabilities.new_key=merged&param.config.engine_params.new_key=1&permitTimeout=5s",
                "docproc:completions?pollStrategy=#mine",
                "docproc:webhook?requireSignature=false&pollAfter=15m"
            })
    void aValidUriPassesValidation(String uri) {
        EndpointValidationResult result = catalog.validateEndpointProperties(uri);

        assertThat(result.isSuccess()).as(result.summaryErrorMessage(false)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docproc:corp                         | Invalid enum value: corp",
                "docproc:?enhanceMode=5               | Invalid enum value: .",
                "docproc:crop?enhancedMode=5          | Unknown option",
                "docproc:crop?enhanceMode=7           | Invalid enum value: 7",
                "docproc:crop?correctDirection=maybe  | Invalid boolean value: maybe",
                "docproc:crop?jpegQuality=best        | Invalid integer value: best",
                "docproc:completions?pollStrategy=my  | Invalid reference value: my",
                "docproc:parseSync?capabilities.x=1   | Unknown option"
            })
    void anInvalidUriIsReportedWithTheReason(String uri, String reason) {
        EndpointValidationResult result = catalog.validateEndpointProperties(uri);

        assertThat(result.isSuccess()).isFalse();
        assertThat(result.summaryErrorMessage(false)).contains(reason);
    }

    @Test
    void anInvalidDurationIsReported() {
        assertThat(catalog.validateEndpointProperties("docproc:crop?responseTimeout=soon")
                        .getInvalidDuration())
                .containsEntry("responseTimeout", "soon");
    }

    @Test
    void anOptionOnTheWrongSideIsReported() {
        assertThat(catalog.validateEndpointProperties("docproc:webhook?enhanceMode=5", false, true, false)
                        .getNotConsumerOnly())
                .containsExactly("enhanceMode");
        assertThat(catalog.validateEndpointProperties("docproc:crop?requireSignature=false", false, false, true)
                        .getNotProducerOnly())
                .containsExactly("requireSignature");
    }

    @Test
    void componentPropertiesAreValidated() {
        assertThat(catalog.validateConfigurationProperty("camel.component.docproc.requests-per-second = 2")
                        .isSuccess())
                .isTrue();
        assertThat(catalog.validateConfigurationProperty("camel.component.docproc.request-per-second = 2")
                        .getUnknown())
                .isNotEmpty();
        assertThat(catalog.validateConfigurationProperty("camel.component.docproc.rate-limit-cooldown = soon")
                        .getInvalidDuration())
                .isNotEmpty();
    }
}
