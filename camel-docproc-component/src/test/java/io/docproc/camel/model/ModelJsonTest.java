/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ModelJsonTest {
    @ParameterizedTest
    @ValueSource(classes = {CropResponse.class, ExtractResponse.class, ParseCompletion.class})
    void deserializersAreKeptForLaterResponses(Class<?> type) throws IOException {
        assertThat(deserializer(type)).isSameAs(deserializer(type));
    }

    private static JsonDeserializer<Object> deserializer(Class<?> type) throws IOException {
        ObjectMapper mapper = ModelJson.mapper();
        DefaultDeserializationContext contexts = (DefaultDeserializationContext) mapper.getDeserializationContext();
        try (JsonParser json = mapper.createParser("{}")) {
            return contexts.createInstance(mapper.getDeserializationConfig(), json, null)
                    .findNonContextualValueDeserializer(mapper.constructType(type));
        }
    }
}
