/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a result repository, the same document with the same options is billed once. */
@Timeout(60)
class StoredResultTest {
    private static final String CALL = "docproc:call?servicePath=/a&storeResult=true";
    private static final String EXTRACT = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void storeResults() {
        Replies.configure(service, docproc -> docproc.setResultRepository(new FileResultRepository(directory)));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, Replies.PARSE));
        service.server().stubFor(Stubs.ok("/api/v1/other/parse/sync", Replies.PARSE));
        service.server()
                .stubFor(any(urlPathEqualTo("/a"))
                        .willReturn(okJson("{\"code\":200,\"result\":{\"markdown\":\"# A\"}}")
                                .withHeader("Content-Disposition", "attachment; filename=a.pdf")));
    }

    private void assertCalls(int calls) {
        assertThat(service.server().getAllServeEvents()).hasSize(calls);
    }

    private static final String PARTIAL =
            "{\"code\":50207,\"message\":\"page 2\",\"result\":{\"extracted_schema\":{\"total\":null}}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:crop",
                "docproc:crop?output=response",
                EXTRACT,
                EXTRACT + "&output=response",
                "docproc:parseSync",
                "docproc:parseSync?output=response",
                CALL + "&output=response",
                CALL + "&output=markdown",
                CALL + "&output=bytes"
            })
    void aStoredResultEqualsTheBilledOne(String uri) {
        Message billed = service.call(uri, Replies.DOCUMENT);
        Message stored = service.call(uri, Replies.DOCUMENT);

        assertCalls(1);
        assertThat(billed.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(stored.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(stored.getHeader(DocprocConstants.RESPONSE_FILE_NAME))
                .isEqualTo(uri.endsWith("output=bytes") ? "a.pdf" : null);
        assertThat(content(stored)).isEqualTo(content(billed));
        assertThat(otherHeaders(stored)).isEqualTo(otherHeaders(billed));
    }

    private static Object content(Message message) {
        return message.getBody() instanceof Map<?, ?> fields ? fields : message.getBody(String.class);
    }

    private static Map<String, Object> otherHeaders(Message message) {
        Map<String, Object> headers = new HashMap<>(message.getHeaders());
        headers.keySet().removeAll(Set.of(DocprocConstants.BILLED, DocprocConstants.BILLED_PAGES));
        assertThat(headers).containsKey(DocprocConstants.CODE);
        return headers;
    }

    /** The order of a Map may differ in each process. */
    @ParameterizedTest
    @ValueSource(strings = {EXTRACT, "docproc:parseSync", "docproc:parseAsync"})
    void theOrderOfFieldsIsNotPartOfTheKey(String uri) {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j\"},\"result\":{\"extracted_schema\":{}}}");
        String field = uri.equals(EXTRACT) ? "parse_options.new_" : "capabilities.new_";
        for (List<String> order : List.of(List.of("a", "b"), List.of("b", "a"))) {
            Map<String, Object> fields = new LinkedHashMap<>();
            order.forEach(name -> fields.put(field + name, 1));
            service.send(uri, Replies.DOCUMENT, Map.of(DocprocConstants.PARAM, fields));
        }

        service.server().verify(1, postRequestedFor(anyUrl()));
    }

    @Test
    void ofTheFileNameOnlyTheExtensionIsPartOfTheKey() {
        for (String name : List.of("a.pdf", "b.PDF", "a.ofd")) {
            service.call("docproc:parseSync?validateInput=false", Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, name));
        }

        assertCalls(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:crop?enhanceMode=2",
                "docproc:crop?appId=another",
                EXTRACT,
                EXTRACT + "&pageCount=2",
                EXTRACT + "&pdfPassword=geheim",
                "docproc:extract?schema=RAW({\"type\":\"object\",\"properties\":{\"tax\":{\"type\":\"string\"}}})",
                "docproc:parseSync",
                "docproc:parseSync?pages=true",
                "docproc:parseSync?titleTree=true&param.a=1",
                "docproc:crop?param.new_key=1",
                "docproc:parseSync?parseService=other"
            })
    void otherOptionsMakeAnotherCall(String uri) {
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call(EXTRACT + "&stamp=true", Replies.DOCUMENT);
        service.call("docproc:parseSync?titleTree=true", Replies.DOCUMENT);

        assertThat(service.call(uri, Replies.DOCUMENT).getHeader(DocprocConstants.BILLED))
                .isEqualTo(true);
        assertCalls(4);
    }

    @Test
    void anotherEnterpriseOrDocumentAndEachUrlMakeAnotherCall() {
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call("docproc:crop", Arrays.copyOf(Replies.DOCUMENT, Replies.DOCUMENT.length + 1));
        service.call("docproc:crop?fileUrl=https://example.com/a.jpg", null);
        service.call("docproc:crop?fileUrl=https://example.com/a.jpg", null);
        assertCalls(4);

        service.component().getConfiguration().setEnterpriseId("another");
        service.call("docproc:crop?output=response", Replies.DOCUMENT);
        service.call("docproc:crop?output=response", Replies.DOCUMENT);
        assertCalls(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":30203,\"message\":\"upstream\"}",
                "{\"code\":200,\"message\":\"success\"}",
                "{\"code\":200",
                PARTIAL
            })
    void onlyACompleteResultIsStored(String unusable) {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, unusable));
        service.send(EXTRACT + "&partialFailure=accept", Replies.DOCUMENT);
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        Message second = service.call(EXTRACT + "&partialFailure=accept", Replies.DOCUMENT);

        assertCalls(2);
        assertThat(second.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(second.getBody()).hasToString("{total=12.50}");
    }

    @Test
    void aStoredResultNeedsNoRateLimitPermit() {
        Replies.configure(service, docproc -> {
            docproc.setRequestsPerSecond(0.001);
            docproc.setResultRepository(new FileResultRepository(directory));
        });

        for (int call = 0; call < 3; call++) {
            service.call("docproc:crop", Replies.DOCUMENT);
        }

        assertCalls(1);
    }

    @Test
    void noCredentialIsStored() throws IOException {
        service.server()
                .stubFor(any(urlPathEqualTo(Replies.EXTRACT_PATH))
                        .willReturn(aResponse()
                                .withHeader("Set-Cookie", "session=cookie-4711")
                                .withHeader("X-Echo", ServiceDouble.SECRET_CODE)
                                .withHeader("X-Region", "eu-1")
                                .withBody(Replies.EXTRACT)));
        service.call(EXTRACT + "&pdfPassword=geheim-4711", Replies.DOCUMENT);

        String stored;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(onlyResult(directory)))) {
            stored = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        assertThat(stored)
                .contains("12.50")
                .doesNotContain("cookie-4711", "geheim-4711", ServiceDouble.SECRET_CODE, ServiceDouble.APP_ID);
    }

    private static Path onlyResult(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".result"))
                    .findAny()
                    .orElseThrow();
        }
    }

    /** Bodies of a {@code call}, each of which makes a call of its own. */
    private static List<Object> bodies() {
        return List.of(
                Replies.DOCUMENT,
                "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
                "{\"a\":1}",
                Map.of("a", 2),
                List.of(1),
                form("x.pdf", Replies.DOCUMENT),
                form("y.pdf", Replies.DOCUMENT),
                form("y.pdf", "y".getBytes(StandardCharsets.UTF_8)));
    }

    private static Object form(String text, Object document) {
        return Map.of("config", Map.of("a", 1), "text", text, "file", document);
    }

    @Test
    void eachBodyAndEachTargetOfACallIsStoredForItself() {
        for (int message = 0; message < 2; message++) {
            for (Object body : bodies()) {
                boolean isForm = body instanceof Map<?, ?> parts && parts.size() > 1;
                service.call(isForm ? CALL + "&multipart=true" : CALL, body);
            }
            service.call(CALL + "&param.y=1", Replies.DOCUMENT);
            service.call(CALL + "&multipart=true&fileName=a.pdf", Replies.DOCUMENT);
            service.call(CALL, null);
            service.call(CALL + "&serviceMethod=POST", null);
        }

        assertCalls(bodies().size() + 3 + 2); // Each GET is made.
    }

    @Test
    void storingTheResultOfACallRequiresARepository() {
        Replies.configure(service, docproc -> docproc.setResultRepository(null));

        assertThatThrownBy(() -> service.context().getEndpoint(CALL).init())
                .hasStackTraceContaining("Option storeResult of docproc:call is true, but the component has no");
        assertThat(service.refused(
                        CALL.replace("storeResult=true", "storeResult=false"),
                        Replies.DOCUMENT,
                        Map.of(DocprocConstants.STORE_RESULT, true)))
                .hasMessageContaining("the component has no");
    }

    /** Runs a document through an application of its own, as after a restart. */
    private Exchange inAnotherProcess() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
            component.setConfiguration(service.component().getConfiguration().copy());
            component.setResultRepository(new FileResultRepository(directory));
            context.start();
            return context.createProducerTemplate()
                    .request("docproc:crop", message -> message.getMessage().setBody(Replies.DOCUMENT));
        }
    }

    @Test
    @CoversFault(82)
    void aDocumentThatIsReadAgainAfterARestartIsBilledOnce() throws Exception {
        for (int process = 0; process < 2; process++) {
            assertThat(inAnotherProcess().getException()).isNull();
        }
        assertCalls(1);
    }

    @Test
    @CoversFault(83)
    void unansweredCallsAreCountedAcrossRestartsUntilTheEntryIsDeleted() throws Exception {
        service.server().stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        for (int process = 0; process < 3; process++) {
            assertThat(inAnotherProcess().getException()).isInstanceOf(DocprocTransportException.class);
        }
        DocprocUnansweredException refused =
                (DocprocUnansweredException) inAnotherProcess().getException();
        assertCalls(3);
        assertThat((Throwable) refused).hasMessageContaining("3 times").hasMessageContaining("delete the entry");

        FileResultRepository repository = new FileResultRepository(directory);
        repository.start();
        repository.delete(new ResultKey(refused.getMessage().replaceFirst("(?s).*delete the entry (\\w+).*", "$1")));
        repository.stop();
        service.respondWith(Replies.CROP);
        service.call("docproc:crop", Replies.DOCUMENT);
    }

    @Test
    @CoversFault({85, 86})
    void anAnswerThatIsTooLargeForTheRepositoryIsDeliveredAndCountedUntilItsMessageSucceeds() throws Exception {
        FileResultRepository small = new FileResultRepository(directory);
        small.setMaxSize(10);
        Replies.configure(service, component -> component.setResultRepository(small));
        AtomicBoolean fails = new AtomicBoolean(true);
        service.route(routes -> routes.from("direct:in").to("docproc:crop").process(exchange -> {
            if (fails.get()) {
                throw new IOException("a later step fails");
            }
        }));

        for (int call = 0; call < 5; call++) {
            service.send("direct:in", Replies.DOCUMENT);
        }
        assertCalls(1);
        assertThat(directory.toFile().list()).anyMatch(name -> name.endsWith(".attempts"));

        fails.set(false);
        assertThat(service.call("direct:in", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);
        assertCalls(1);
        service.call("direct:in", Replies.DOCUMENT);
        assertCalls(2);
        assertThat(directory.toFile().list()).noneMatch(name -> name.endsWith(".attempts"));
    }

    @Test
    void aComponentThatStopsLeavesTheRepositoriesToTheOther() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        FileResultRepository results = new FileResultRepository(directory.resolve("results"));
        for (String name : List.of("first", "second")) {
            DocprocComponent component = new DocprocComponent();
            component.setConfiguration(service.component().getConfiguration().copy());
            component.setJobRepository(jobs);
            component.setResultRepository(results);
            service.context().addComponent(name, component);
        }
        service.server()
                .stubFor(Stubs.ok("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}"));

        service.context().getComponent("first", DocprocComponent.class).stop();
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:parseAsync", Replies.DOCUMENT);

        assertCalls(2);
        assertThat(jobs.find("job-1")).isPresent();
        service.context().stop();
        assertThat(jobs.isStopped()).isTrue();
    }
}
