/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.Endpoint;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs, exceptions, dumps, JMX values and stored jobs contain no secret code, password, callback secret or signature. */
@Timeout(300)
class SecretsTest {
    /** The wire log of the HTTP client, and loggers of Camel that log URIs and placeholders below INFO. */
    private static final List<String> INFO_LOGGERS = List.of(
            "org.apache.hc.client5.http.wire",
            "org.apache.hc.client5.http.headers",
            "io.vertx",
            "io.netty",
            "org.apache.camel.component.properties",
            "org.apache.camel.impl.engine.AbstractCamelContext",
            "org.apache.camel.impl.engine.DefaultCamelContextExtension",
            "org.apache.camel.support.DefaultComponent",
            "org.apache.camel.support.EndpointHelper");

    /** Consoles of Camel that show properties and routes with resolved placeholders. */
    private static final Pattern REVEALING =
            Pattern.compile("console (properties|route-dump|source|route-structure): .*");

    /** The signature of a callback URL. */
    private static final Pattern SIGNATURE = Pattern.compile("signature=[A-Za-z0-9_-]{20,}");

    private static final List<String> SECRETS =
            List.of(SecretsScenario.SECRET_CODE, SecretsScenario.OTHER_SECRET_CODE, SecretsScenario.PDF_PASSWORD);

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void noLogExceptionDumpOrJmxValueContainsASecret() throws Exception {
        List<String> lines = scenarioOutput();
        assertThat(lines)
                .as("output of the scenario")
                .anyMatch(line -> line.contains("TRACE") && line.contains("docproc"))
                .anyMatch(line -> line.contains("xxxxxx is wrong"))
                .anyMatch(line -> line.contains("not xxxxxx: nor xxxxxx"))
                .anyMatch(line -> line.contains("You sent xxxxxx and xxxxxx"))
                .anyMatch(line -> line.contains("type=endpoints"))
                .anyMatch(line -> line.matches(".*INFO .*docproc calls the service at http://[^ ]+"))
                .anyMatch(line -> line.matches("dumpRouteAsXml <route .*"))
                .anyMatch(line -> line.contains("outage.since="))
                .anyMatch(line -> line.contains("Message History"))
                .anyMatch(line -> line.contains("type=consumers"))
                .anyMatch(line -> line.matches("stored INSERT .*job-1.*"))
                .contains(SecretsScenario.FINISHED);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("reply "))
                .containsExactly("reply 500", "reply 401", "reply 500", "reply 401");
        assertThat(lines)
                .filteredOn(line -> !line.startsWith("signed ") && containsSecret(line))
                .isEmpty();
        assertThat(addressesInHeap())
                .as("URIs with secrets in the heap: Camel's endpoint keys, each once")
                .doesNotHaveDuplicates()
                .allMatch(address -> address.startsWith("docproc://"))
                .noneMatch(address -> address.contains(SecretsScenario.SECRET_CODE))
                .hasSize(7);
    }

    private Path heap() {
        return directory.resolve("heap.hprof");
    }

    /** Returns the endpoint URIs in the heap dump that contain a secret. */
    private List<String> addressesInHeap() throws IOException {
        String heap = Files.readString(heap(), StandardCharsets.ISO_8859_1);
        return SECRETS.stream()
                .flatMap(secret ->
                        Pattern.compile(secret, Pattern.LITERAL).matcher(heap).results())
                .map(match -> textAround(heap, match.start()))
                .filter(text -> text.contains("docproc:"))
                .toList();
    }

    private static String textAround(String heap, int position) {
        int from = position;
        while (isPrintable(heap.charAt(from - 1))) {
            from--;
        }
        int to = position;
        while (isPrintable(heap.charAt(to))) {
            to++;
        }
        return heap.substring(from, to);
    }

    private static boolean isPrintable(char character) {
        return character >= ' ' && character < 127;
    }

    private List<String> scenarioOutput() throws Exception {
        return ChildProcess.output(
                ChildProcess.traceOptions(directory, INFO_LOGGERS), Map.of(), SecretsScenario.class, heap().toString());
    }

    /** Also finds parts of a secret, because the JSON parser quotes only an excerpt. */
    private static boolean containsSecret(String line) {
        boolean componentSecret = line.contains("s3cr3t") || line.contains("c0de-9f8e7d");
        boolean callbackSecret =
                line.contains(CallbackServer.SECRET) || SIGNATURE.matcher(line).find();
        boolean uriSecret = Stream.of("unl1sted", "c0de-77", "pa55", "w0rd-4c", SecretsScenario.OTHER_CALLBACK_SECRET)
                .anyMatch(line::contains);
        return componentSecret
                || callbackSecret
                || (uriSecret && !REVEALING.matcher(line).matches());
    }

    @ParameterizedTest
    @CoversFault(29)
    @ValueSource(
            strings = {
                "s3cr3t-c0de\n",
                "s3cr3t-c0de\r\nx-other: 1",
                "s3cr3t\tc0de",
                "s3cr3t-c0d\u00e9",
                "s3cr3t\u0000",
                "s3cr3t\u007f",
                " "
            })
    void anInvalidSecretCodeIsRejectedAtStartAndNotShown(String secretCode) {
        service.component().getConfiguration().setSecretCode(secretCode);
        assertThatThrownBy(() -> service.context().getEndpoint("docproc:crop"))
                .hasStackTraceContaining("Option secretCode")
                .satisfies(rejection -> assertThat(stackTrace(rejection)).doesNotContain("s3cr3t"));
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @ParameterizedTest
    @CoversFault(26)
    @ValueSource(
            strings = {
                "x-ti-secret-code",
                "X-TI-SECRET-CODE",
                "x-ti-app-id",
                "Authorization",
                "CamelHttpUri",
                "cAmElHttpPath",
                "CamelHttpQuery",
                "CamelHttpMethod",
                "Host",
                "CamelDocprocSecretCode",
                "CamelDocprocBaseUrl"
            })
    void messageHeadersChangeNeitherCredentialsNorTarget(String header) {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));

        service.call("docproc:crop", Replies.DOCUMENT, Map.of(header, "http://elsewhere.example.com/x"));

        Request request = service.onlyRequest();
        assertThat(request.getUrl()).isEqualTo(Replies.CROP_PATH);
        assertThat(request.header("x-ti-app-id").values()).containsExactly(ServiceDouble.APP_ID);
        assertThat(request.header("x-ti-secret-code").values()).containsExactly(ServiceDouble.SECRET_CODE);
        assertThat(request.getHeaders().all().toString()).doesNotContain("elsewhere");
    }

    @Test
    void endpointsOfTwoAccountsAreDistinguished() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.route(routes -> routes.from("direct:call").toD("docproc:crop?secretCode=${header.account}"));
        ProducerTemplate template = service.context().createProducerTemplate();
        for (String secretCode : new String[] {"first-account", "second-account", "first-account"}) {
            service.server().resetRequests();
            template.requestBodyAndHeader("direct:call", Replies.DOCUMENT, "account", secretCode);
            assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(secretCode);
        }
    }

    @Test
    void anEndpointIsReusedAndDoesNotShowItsSecrets() {
        String uri = "docproc:extract?secretCode=of-this-account&pdfPassword=RAW(of&this+document)";
        Endpoint endpoint = service.context().getEndpoint(uri);
        assertThat(service.context().getEndpoint(uri)).isSameAs(endpoint);
        assertThat(service.context().hasEndpoint(uri)).isSameAs(endpoint);
        assertThat(endpoint.getEndpointUri() + endpoint.getEndpointKey() + endpoint)
                .contains("docproc://extract?")
                .doesNotContain("of-this")
                .doesNotContain("this+document");
    }

    @Test
    void aSecretCodeOfAllVisibleCharactersIsSent() {
        String visible =
                IntStream.rangeClosed('!', '~').mapToObj(Character::toString).collect(Collectors.joining());
        service.component().getConfiguration().setSecretCode(visible);
        service.respondWith(Replies.BALANCE);

        service.call("docproc:balance", null);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(visible);
    }
}
