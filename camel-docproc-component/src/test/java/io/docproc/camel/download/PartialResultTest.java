/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.CallbackServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results with {@code fetchResult} that are partial, and results with another output than the document. */
@Timeout(60)
class PartialResultTest extends ResultFetchFixture {
    private static final String PARTIAL =
            "{\"code\":50207,\"message\":\"page 3 failed\",\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}";

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<Message> messages = new CopyOnWriteArrayList<>();
    private final List<Exception> caught = new CopyOnWriteArrayList<>();

    @BeforeEach
    void submitTheJob() {
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        service.respondWith(PARTIAL);
    }

    private void route(String options) throws Exception {
        server.run("docproc:webhook?fetchResult=true" + options, exchange -> {
            messages.add(exchange.getMessage().copy());
            Exception exception = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
            if (exception != null) {
                caught.add(exception);
            }
        });
    }

    private String text(Object stream) {
        return server.context().getTypeConverter().convertTo(String.class, stream);
    }

    @Test
    void aPartialResultCompletesItsJobAsFailedAndIsNotLost() throws Exception {
        route("");

        assertThat(complete(result())).isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(messages).singleElement().satisfies(message -> {
            assertThat(message.getBody(ParseCompletion.class).status()).isEqualTo("failed");
            assertThat(message.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
            assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("failed");
            assertThat(message.getHeader(DocprocConstants.MESSAGE, String.class))
                    .contains("page 3 failed");
        });
        assertThat(caught).singleElement().isInstanceOf(DocprocPartialFailureException.class);
        assertThat(text(((DocprocPartialFailureException) caught.get(0)).getPartialResponse()))
                .isEqualTo(DOCUMENT);
    }

    @Test
    void aPartialResultIsAccepted() throws Exception {
        route("&partialFailure=accept");

        assertThat(complete(result())).isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(messages).singleElement().satisfies(message -> {
            assertThat(message.getBody(String.class)).isEqualTo(DOCUMENT);
            assertThat(message.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
            assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("completed");
        });
        assertThat(caught).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&partialFailure=accept"})
    void aPartialFailureWithoutDocumentCompletesItsJobAsFailed(String options) throws Exception {
        service.respondWith("{\"code\":50207,\"message\":\"page 3 failed\",\"data\":null}");
        route(options);

        assertThat(complete(result())).isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(caught).singleElement().isInstanceOf(DocprocPartialFailureException.class);
    }

    @ParameterizedTest
    @CsvSource({"document", "markdown", "response"})
    void theOutputIsTheBody(String output) throws Exception {
        String envelope = PARTIAL.replace("50207", "200");
        service.respondWith(envelope);
        route("&output=" + output);

        assertThat(complete(result())).isEqualTo(200);

        assertThat(messages).singleElement().satisfies(message -> assertThat(message.getBody(String.class))
                .isEqualTo(Map.of("document", DOCUMENT, "markdown", "# März", "response", envelope)
                        .get(output)));
    }

    @ParameterizedTest
    @CsvSource({"elements,text", "pageMarkdown,markdown"})
    void elementsAndPagesAreSplit(String output, String member) throws Exception {
        service.respondWith(
                PARTIAL.replace("[1,2]", "[{\"page_number\":1,\"text\":\"A\"},{\"page_number\":2,\"text\":\"B\"}]"));
        List<Object> parts = new CopyOnWriteArrayList<>();
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:split").split(body()).streaming().process(part -> {
                    parts.add(part.getMessage().getBody(String.class));
                    parts.add(part.getMessage().getHeader(DocprocConstants.JOB_ID));
                });
            }
        });
        server.run(
                "docproc:webhook?fetchResult=true&partialFailure=accept&output=" + output,
                exchange -> server.context().createProducerTemplate().send("direct:split", exchange));

        assertThat(complete(result())).isEqualTo(200);

        assertThat(parts)
                .containsExactly(
                        "{\"page_number\":1,\"" + member + "\":\"A\"}",
                        "job-1",
                        "{\"page_number\":2,\"" + member + "\":\"B\"}",
                        "job-1");
    }

    @Test
    void aResultWithoutTheRequestedContentCompletesItsJobAsFailed() throws Exception {
        service.respondWith(DOCUMENT);
        route("&output=pages");

        assertThat(complete(result())).isEqualTo(200);

        assertThat(jobRepository.size()).isZero();
        assertThat(caught).singleElement().isInstanceOf(DocprocInvalidResponseException.class);
        assertThat((DocprocException) caught.get(0)).hasMessageContaining("set pages=true when the document is parsed");
        assertThat(text(((DocprocInvalidResponseException) caught.get(0)).getResponse()))
                .isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @CsvSource({
        "fetchResult=true&output=fields,Option output of docproc:webhook is 'fields'; allowed is one of document",
        "output=markdown,Option output of docproc:webhook is 'markdown'; it requires fetchResult=true",
        "partialFailure=accept,it requires fetchResult=true",
        "fetchResult=true&partialFailure=maybe,Option partialFailure of docproc:webhook is 'maybe'; allowed is one of",
        "fetchResult=true&maxResultSize=0,Option maxResultSize of docproc:webhook is '0'"
    })
    void anInvalidOptionIsRefusedWhenTheRouteIsBuilt(String options, String message) {
        assertThatThrownBy(() -> server.run("docproc:webhook?" + options, exchange -> {}))
                .rootCause()
                .hasMessageContaining(message);
    }
}
