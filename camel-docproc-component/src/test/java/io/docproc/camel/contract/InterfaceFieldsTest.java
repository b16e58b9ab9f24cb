/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Message;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each field of a response is in the body of the message, which converts to the JSON of the service, or in a header. */
final class InterfaceFieldsTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crop | docproc:crop?output=response | '' | Billed Position",
                "extract | docproc:extract?output=response | '' | Billed BilledPages",
                "parseAsync | docproc:parseAsync?webhook=https://hooks.example.com | data | Billed CorrelationId",
                "parseSync | docproc:parseSync | data | Billed Message",
                "balance | docproc:balance | data | ''",
                "packages | docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown | data.list | ''",
                "addField | docproc:addField | result | ''",
                "updateTable | docproc:updateTable | '' | ''"
            })
    void eachFieldOfAResponseIsAvailable(String call, String uri, String body, String more) throws IOException {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        JsonNode response = Json.read(InterfaceTables.text("responses/" + call + ".json"));
        service.respondWith(response.toString());

        boolean isWorkflow = uri.matches("docproc:(addField|updateTable)");
        Message message = service.call(
                uri,
                isWorkflow ? Map.of("name", "a") : Replies.DOCUMENT,
                Map.of("CamelDocprocSchema", Replies.SCHEMA, "mine", "stays"));

        String json = message.getBody(String.class);
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(byte[].class))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(json);
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(InputStream.class).readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(json);
        JsonNode typed = Json.read(json);
        List<InterfaceTables.Field> fields = InterfaceTables.fields("response").stream()
                .filter(field -> field.call().equals(call))
                .toList();
        Set<String> headers = new HashSet<>(Set.of("Content-Type", "CamelDocprocSchema", "mine"));
        fields.stream()
                .map(InterfaceTables.Field::header)
                .filter(name -> !name.isEmpty())
                .forEach(headers::add);
        Arrays.stream(more.split(" "))
                .filter(name -> !name.isEmpty())
                .forEach(name -> headers.add("CamelDocproc" + name));
        assertThat(message.getHeaders()).containsOnlyKeys(headers).containsEntry("Content-Type", "application/json");
        assertThat(fields).isNotEmpty().allSatisfy(field -> {
            JsonNode expected = at(response, field.path());
            assertThat(expected.isMissingNode()).isFalse();
            if (!field.header().isEmpty()) {
                assertThat(message.getHeader(field.header(), String.class)).isEqualTo(expected.asText());
            } else if (!body.startsWith(field.path())) {
                assertThat(field.path()).startsWith(body);
                assertThat(at(typed, field.path().substring(body.length()))).isEqualTo(expected);
            }
        });
    }

    private static JsonNode at(JsonNode json, String path) {
        return json.at(("." + path).replaceFirst("^\\.+", ".").replace('.', '/'));
    }
}
