/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.ComponentJson;
import java.util.List;
import java.util.Map;
import org.apache.camel.tooling.model.ComponentModel.ComponentOptionModel;
import org.apache.camel.util.StringHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Names and precedence of the component's properties, and the refusal of an invalid one. */
class DocprocPropertiesTest extends SpringApplicationFixture {
    @ParameterizedTest
    @ValueSource(strings = {"base-url", "baseUrl", "baseurl", "base_url"})
    void environmentTakesPrecedenceOverFileInAnySpelling(String spelling) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("CAMEL_COMPONENT_DOCPROC_BASE_URL", "https://environment")));
        environment
                .getPropertySources()
                .addLast(new OriginTrackedMapPropertySource(
                        "file", Map.of("camel.component.docproc." + spelling, "https://file")));

        assertThat(DocprocAutoConfiguration.options(environment))
                .containsExactly(Map.entry("baseurl", "https://environment"));
    }

    @Test
    void everyOptionIsAcceptedInBothSpellings() {
        for (ComponentOptionModel option : ComponentJson.model().getComponentOptions()) {
            String suffix = option.isMultiValue() ? ".userAgent" : "";
            for (String name : List.of(option.getName(), StringHelper.camelCaseToDash(option.getName()))) {
                StandardEnvironment environment = new StandardEnvironment();
                environment
                        .getPropertySources()
                        .addFirst(new OriginTrackedMapPropertySource(
                                "test", Map.of("camel.component.docproc." + name + suffix, "x")));

                assertThat(DocprocAutoConfiguration.options(environment))
                        .as(name)
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-cod", "configuration.secretCode", "base-url.x", "enhanceMode"})
    void unknownPropertyFailsWithoutShowingItsValue(String name) {
        assertThatThrownBy(() -> start(Map.of("camel.component.docproc." + name, "s3cr3t-c0de")))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "Property camel.component.docproc." + name + " is not an option of the docproc component; ")
                .hasMessageNotContaining("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-code", "callback-secret", "app-id", "base-url"})
    void unresolvedPlaceholderFailsWithoutShowingTheValue(String name) {
        assertThatThrownBy(() -> start(Map.of("camel.component.docproc." + name, "s3cr3t${NOT_SET_ANYWHERE}")))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Property camel.component.docproc." + name + " contains a placeholder ${...}")
                .hasMessageNotContaining("s3cr3t");
    }
}
