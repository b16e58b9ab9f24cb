/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.TypeConverter;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests, results and failures of calls, most of which are rows of tables. */
class CallTablesTest {
    private static final Set<String> ACCOUNT_ERRORS = Set.of(
            "DocprocAuthenticationException",
            "DocprocBalanceException",
            "DocprocServiceNotEnabledException",
            "DocprocRateLimitException");
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
    void eachFieldOfAResponseIsInTheBodyOrAHeader(String call, String uri, String body, String more)
            throws IOException {
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

    private DocprocException failure(String call) {
        // An account error holds the other calls of its account.
        service.component()
                .getConfiguration()
                .setAppId(call.replaceFirst("\\?.*", "")
                        + service.server().getAllServeEvents().size());
        return Replies.failure(send(call, null, null, null));
    }

    @ParameterizedTest(name = "{0} is a {2}")
    @CoversFault({15, 29})
    @CsvFileSource(resources = "/interface/error-codes.csv", numLinesToSkip = 1)
    void eachCodeBecomesItsException(int code, String meaning, String type, boolean retryable) {
        service.respondWith("{\"code\":" + code + ",\"message\":\"" + meaning + "\",\"x_request_id\":\"r-9\"}");
        List<String> calls =
                List.of("crop", "extract", "parseSync", "parseAsync", "balance", "packages?apiPath=/a", "addField");
        for (String call : calls) {
            DocprocException failure = failure(call);
            String operation = call.replaceFirst("\\?.*", "");
            assertThat(failure.getClass().getSimpleName()).isEqualTo(type);
            assertThat(failure instanceof DocprocAccountException).isEqualTo(ACCOUNT_ERRORS.contains(type));
            assertThat(failure)
                    .returns(code, DocprocException::getCode)
                    .returns(meaning, DocprocException::getServiceMessage)
                    .returns("r-9", DocprocException::getRequestId)
                    .returns(200, DocprocException::getHttpStatus)
                    .returns(operation, DocprocException::getOperation)
                    .returns(retryable, DocprocException::isRetryable);
            assertThat((Throwable) failure)
                    .hasMessageContainingAll(
                            operation, "" + code, meaning, "requestId=r-9", "httpStatus=200", "retryable=" + retryable)
                    .hasMessageNotContaining(ServiceDouble.SECRET_CODE);
        }
        assertThat(service.server().getAllServeEvents()).as("no retries").hasSameSizeAs(calls);
    }

    /** A log has one line for each event, and shows it as it is. */
    @ParameterizedTest
    @CoversFault(106)
    @ValueSource(
            strings = {"\\n", "\\r\\n", "\\u001b[31m", "\\u0085", "\\u2028", "\\u2029", "\\u202e", "\\u0000", "\\t"})
    void aTextOfTheServiceForgesNoLineOfALog(String control) {
        String forged = "first" + control + "2026-11-28 ERROR forged";
        service.server()
                .stubFor(any(anyUrl())
                        .willReturn(aResponse()
                                .withHeader("x-request-id", "r\t5")
                                .withBody(
                                        "{\"code\":40004,\"message\":\"" + forged + "\",\"data\":{\"message\":\"detail"
                                                + forged + "\",\"location\":{\"stage\":\"" + forged + "\"}}}")));
        for (String call : List.of("crop", "parseSync", "parseAsync", "balance", "packages?apiPath=/a")) {
            DocprocException failure = failure(call);
            assertThat(failure).hasMessageContaining("first").hasMessageContaining("ERROR forged");
            for (String text : List.of(failure.toString(), failure.getServiceMessage(), failure.getRequestId())) {
                assertThat(text).doesNotContainPattern("[\\p{Cc}\\u2028\\u2029\\u202e]");
            }
        }
    }
}
