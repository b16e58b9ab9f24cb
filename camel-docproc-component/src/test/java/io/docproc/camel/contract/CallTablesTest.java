/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.TypeConverter;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Requests and results of calls, which are the rows of {@code requests.txt} and {@code responses.txt}. */
class CallTablesTest {
    private static final Pattern STATUS = Pattern.compile("(?:(\\d{3}) )?(.*)");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private Exchange send(String call, String header, String value, String body) {
        Map<String, Object> headers = new HashMap<>();
        if (call.startsWith("extract")) {
            headers.put("CamelDocprocSchema", Replies.SCHEMA);
        }
        if (header != null) {
            headers.put(header, value.translateEscapes());
        }
        if (call.matches("(addField|updateTable).*")) {
            service.component()
                    .getConfiguration()
                    .setWorkflowUrl(service.server().baseUrl());
        }
        return service.send("docproc:" + call, body == null ? body(call) : body.translateEscapes(), headers);
    }

    private static Object body(String call) {
        return switch (call.replaceFirst("\\?.*", "")) {
            case "parseStatus", "parseResult" -> "job-1";
            case "addField", "updateTable" -> "{\"name\":\"n\"}";
            default -> call.contains("serviceMethod=GET") ? null : Replies.DOCUMENT;
        };
    }

    @ParameterizedTest
    @CoversFault({20, 24})
    @CsvFileSource(resources = "/contract/requests.txt", delimiter = '|', quoteCharacter = '`')
    void aCallSendsOneRequestOrIsRefused(String call, String header, String value, String body, String expected) {
        service.respondWith("{\"code\":200}");

        Throwable failure = send(call, header, value, body).getException();

        if (expected.startsWith("!")) {
            service.assertNothingSent();
            assertThat(failure)
                    .hasMessageContainingAll(expected.substring(1).split(" & "))
                    .message()
                    .doesNotContainPattern("\\p{Cntrl}");
        } else if (expected.startsWith("/")) {
            assertThat(service.url()).isEqualTo(expected);
        } else {
            assertThat(service.requestBody()).contains(expected);
        }
    }

    @ParameterizedTest
    @CoversFault({14, 15, 25, 98, 102})
    @CsvFileSource(resources = "/contract/responses.txt", delimiter = '|', quoteCharacter = '`')
    void aResponseIsABodyWithHeadersOrAnException(String call, String response, String expected, String headers) {
        Matcher parts = STATUS.matcher(response);
        assertThat(parts.matches()).isTrue();
        int status = parts.group(1) == null ? 200 : Integer.parseInt(parts.group(1));
        service.server()
                .stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody(parts.group(2))));

        Exchange exchange = send(call, null, null, null);

        if (expected.startsWith("!")) {
            String[] failure = expected.substring(1).split(" ", 2);
            assertThat(exchange.getException().getClass().getSimpleName()).isEqualTo(failure[0]);
            assertThat(exchange.getException()).hasMessageContainingAll(failure[1].split(" & "));
        } else {
            assertThat(exchange.getException()).isNull();
            if (!expected.equals("*")) {
                assertThat(text(exchange.getMessage())).isEqualTo(expected.equals("=") ? response : expected);
            }
            for (String header : headers == null ? new String[0] : headers.split("; ")) {
                String[] nameAndValue = header.split("=", 2);
                assertThat(exchange.getMessage().getHeader("CamelDocproc" + nameAndValue[0], "", String.class))
                        .as(header)
                        .isEqualTo(nameAndValue[1]);
            }
        }
    }

    private String text(Message message) {
        TypeConverter converter = service.context().getTypeConverter();
        if (message.getBody() instanceof Iterable<?> parts && !(parts instanceof List<?>)) {
            return StreamSupport.stream(parts.spliterator(), false)
                    .map(part -> converter.convertTo(String.class, part))
                    .toList()
                    .toString();
        }
        return message.getBody(String.class);
    }
}
