/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ParseJobFixture;
import io.docproc.camel.testkit.RegisteredCallback;
import java.net.URI;
import java.time.Instant;
import org.apache.camel.builder.RouteBuilder;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Path of the callback URLs that {@code parseAsync} registers, if only the webhook consumer sets it. */
final class ConsumerPathTest extends ParseJobFixture {
    private static final String WARNING = "which no consumer of this application has";

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    private final MemoryJobRepository jobs = new MemoryJobRepository();

    @Test
    void thePathOfTheOnlyConsumerIsTheDefaultAndItPollsItsJobs() throws Exception {
        application.component().setJobRepository(jobs);
        String log = start("docproc:parseAsync", "/parsed");
        URI callback = submit();

        assertThat(callback.getPath()).isEqualTo("/parsed");
        assertThat(jobs.overdue("/parsed", Instant.MAX, Instant.now(), 10)).hasSize(1);
        assertThat(application.post(callback, completed("job-1")).statusCode()).isEqualTo(200);
        assertThat(log).doesNotContain(WARNING);
    }

    @ParameterizedTest
    @CsvSource({
        "docproc:parseAsync?path=/elsewhere,/parsed,/elsewhere,true",
        "docproc:parseAsync,/a;/b,/docproc/completions,true",
        "docproc:parseAsync?path=/b,/a;/b,/b,false"
    })
    void thePathOfTheProducerOrTheDefaultIsUsedAndAMismatchIsLogged(
            String producer, String consumers, String path, boolean mismatch) throws Exception {
        String log = start(producer, consumers.split(";"));
        URI callback = submit();

        assertThat(callback.getPath()).isEqualTo(path);
        if (mismatch) {
            assertThat(log)
                    .contains("the path " + path + ", " + WARNING)
                    .contains("its consumers have [" + consumers.replace(";", ", ") + "]");
        } else {
            assertThat(log).doesNotContain(WARNING);
            assertThat(application.post(callback, completed("job-1")).statusCode())
                    .isEqualTo(200);
        }
    }

    /** Starts an application with a producer and consumers, and returns what it logs. */
    private String start(String producer, String... paths) throws Exception {
        application.configuration().setBaseUrl(service.address());
        RouteBuilder.addRoutes(application.context(), routes -> {
            routes.from("direct:submit").to(producer);
            for (String path : paths) {
                routes.from("docproc:webhook?path=" + path).routeId(path).to("log:completions");
            }
        });
        try (CapturedLog log = new CapturedLog()) {
            application.context().start();
            return log.text();
        }
    }

    private URI submit() {
        application.context().createProducerTemplate().requestBody("direct:submit", PDF);
        return RegisteredCallback.in(service.server()
                .findAll(postRequestedFor(urlEqualTo(PARSE)))
                .get(0)
                .getBodyAsString());
    }

    private static final String OTHER = "docproc:webhook?callbackSecret=another-secret-of-16&appId=other-account";

    @ParameterizedTest
    @CsvSource({
        "docproc:webhook," + OTHER,
        "docproc:webhook," + OTHER + "&path=/docproc/completions",
        "docproc:webhook," + OTHER + "&webhookComponentName=jetty"
    })
    void theSecondConsumerOfAPathIsRefused(String first, String second) throws Exception {
        add(application, "first", first);
        add(application, "second", second);

        assertThatThrownBy(application.context()::start)
                .hasStackTraceContaining("The route second (")
                .hasStackTraceContaining("path /docproc/completions")
                .hasStackTraceContaining("route first (docproc://webhook)")
                .hasStackTraceContaining("set the option path")
                .satisfies(failure -> assertThat(Throwables.getStackTrace(failure))
                        .doesNotContain("another-secret", "other-account", CallbackServer.SECRET));
    }

    private void add(CallbackServer server, String routeId, String uri) throws Exception {
        RouteBuilder.addRoutes(
                server.context(), routes -> routes.from(uri).routeId(routeId).to("log:completions"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docproc/completions", "/docproc/completions/", "//docproc/completions", "/%255d"})
    void anotherSpellingOrAPathThatTheJobRepositoryCannotStoreIsRefused(String pattern) throws Exception {
        String option = "?path=" + pattern.formatted(1);
        add(application, "first", "docproc:webhook" + option);
        assertThatThrownBy(application.context()::start).hasStackTraceContaining("Option path is '");
        assertThatThrownBy(() ->
                        service.route(routes -> routes.from("direct:submit").to("docproc:parseAsync" + option)))
                .hasStackTraceContaining("Option path is '");
    }
}
