/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import java.net.URI;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes that start with {@code webhook:docproc:webhook}. */
@Timeout(60)
class CamelWebhookTest extends CamelWebhookFixture {
    private URI submit() {
        Exchange submission = server.context()
                .createProducerTemplate()
                .request("docproc:parseAsync?correlationId=a.pdf", exchange -> exchange.getMessage()
                        .setBody(Replies.DOCUMENT));
        assertThat(submission.getException()).isNull();
        String form = service.server()
                .findAll(postRequestedFor(urlEqualTo("/api/v1/xparse/parse/async")))
                .get(0)
                .getBodyAsString();
        return RegisteredCallback.in(form);
    }

    @Test
    void parseAsyncSendsTheAddressThatCamelWebhookRegisters() throws Exception {
        run("");

        URI callbackUrl = submit();

        assertThat(callbackUrl.getPath()).isEqualTo("/hooks/parsed");
        assertThat(server.post(callbackUrl, completed("job-1")).statusCode()).isEqualTo(200);
        assertThat(server.post(callbackUrl, completed("job-1")).statusCode()).isEqualTo(200);
        assertThat(server.post(URI.create(callbackUrl.toString().replace("a.pdf", "b.pdf")), completed("job-1"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(deliveries).containsExactly("job-1 a.pdf");
    }

    @Test
    void jobsWhoseCallbackIsLostArePolled() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        server.component().setJobRepository(jobRepository);
        service.server()
                .stubFor(get(urlMatching("/api/v1/xparse/parse/async/job-1"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\"}}")));
        run("&pollAfter=10");

        submit();

        await().until(() -> jobRepository.size() == 0);
        assertThat(deliveries).containsExactly("job-1 a.pdf");
    }

    @Test
    void aRestartedRouteDownloadsResults() throws Exception {
        service.server()
                .stubFor(get(urlEqualTo("/results/1")).willReturn(okJson("{}").withBody("{\"markdown\":\"# A\"}")));
        run("&fetchResult=true");
        server.context().getRouteController().stopRoute("completions");
        server.context().getRouteController().startRoute("completions");

        String event = completedAt(service.server().baseUrl() + "/results/1");
        assertThat(server.post(signed(), event).statusCode()).isEqualTo(200);
        assertThat(deliveries).containsExactly("job-1 a.pdf");
    }
}
