/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.Repository;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.ComponentOptionModel;
import org.junit.jupiter.api.Test;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataRepositoryJsonBuilder;
import org.springframework.boot.configurationmetadata.Deprecation;
import org.springframework.boot.configurationmetadata.ValueHint;

/** Spring Boot metadata of {@code camel.component.docproc.*}. */
final class SpringMetadataTest {
    private static final Path FILE =
            Repository.COMPONENT.resolve("src/generated/resources/META-INF/spring-configuration-metadata.json");

    @Test
    void theMetadataIsUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(FILE, SpringMetadata.render(ComponentJson.model()));
    }

    @Test
    void eachOptionHasTypeDefaultAndDescription() throws IOException {
        ComponentModel component = ComponentJson.model();
        Map<String, ConfigurationMetadataProperty> property = read(SpringMetadata.render(component));

        assertThat(property).hasSize(component.getComponentOptions().size() + 2);
        assertThat(property.get("camel.component.docproc.connect-timeout")).satisfies(option -> {
            assertThat(option.getType()).isEqualTo("java.time.Duration");
            assertThat(option.getDefaultValue()).isEqualTo("10s");
            assertThat(option.getDescription()).startsWith("Maximum time to establish a connection");
            assertThat(option.isDeprecated()).isFalse();
        });
        assertThat(property.get("camel.component.docproc.max-concurrent-requests"))
                .satisfies(option -> {
                    assertThat(option.getType()).isEqualTo("java.lang.Integer");
                    assertThat(option.getDefaultValue()).isEqualTo(20);
                });
    }

    @Test
    void allowedValuesAndDeprecationAreIncluded() throws IOException {
        ComponentOptionModel option = new ComponentOptionModel();
        option.setName("paperSize");
        option.setJavaType("com.example.PaperSize");
        option.setEnums(List.of("a4", "letter"));
        option.setDeprecated(true);
        option.setDeprecationNote("Paper has no size any more.");
        ComponentModel component = new ComponentModel();
        component.addComponentOption(option);

        ConfigurationMetadataProperty property =
                read(SpringMetadata.render(component)).get("camel.component.docproc.paper-size");

        assertThat(property.getHints().getValueHints())
                .extracting(ValueHint::getValue)
                .containsExactly("a4", "letter");
        assertThat(property.getDeprecation())
                .extracting(Deprecation::getReason)
                .isEqualTo("Paper has no size any more.");
    }

    /** Reads the metadata as an editor does. */
    private static Map<String, ConfigurationMetadataProperty> read(String metadata) throws IOException {
        return ConfigurationMetadataRepositoryJsonBuilder.create(
                        new ByteArrayInputStream(metadata.getBytes(StandardCharsets.UTF_8)))
                .build()
                .getAllProperties();
    }
}
