/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ParseJobFixture;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Background parsing with several accounts: each component has a path of its own. */
final class AccountPathsTest extends ParseJobFixture {
    private static final List<String> ACCOUNTS = List.of("account1", "account2");

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    private final Map<String, MemoryJobRepository> jobs =
            Map.of("account1", new MemoryJobRepository(), "account2", new MemoryJobRepository());
    private final Map<String, List<Object>> received = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws Exception {
        numberJobs(2);
        for (String account : ACCOUNTS) {
            DocprocComponent component = new DocprocComponent();
            ServiceDouble.configure(
                    component.getConfiguration(), service.server().baseUrl());
            component.getConfiguration().setAppId(account);
            component.getConfiguration().setCallbackSecret(account + "-" + CallbackServer.SECRET);
            component
                    .getConfiguration()
                    .setPublicUrl(application.address().resolve("/").toString());
            component.getConfiguration().setPath("/completions/" + account);
            component.setJobRepository(jobs.get(account));
            application.context().addComponent(account, component);
            received.put(account, new CopyOnWriteArrayList<>());
        }
        application.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                for (String account : ACCOUNTS) {
                    from("direct:" + account).to(account + ":parseAsync");
                    from(account + ":webhook").process(exchange -> received.get(account)
                            .add(exchange.getMessage().getHeader(DocprocConstants.JOB_ID)));
                }
            }
        });
        application.context().start();
    }

    private URI submit(String account) {
        application.context().createProducerTemplate().requestBody("direct:" + account, PDF);
        return RegisteredCallback.in(service.server()
                .findAll(postRequestedFor(urlEqualTo(PARSE)).withHeader("x-ti-app-id", equalTo(account)))
                .get(0)
                .getBodyAsString());
    }

    @Test
    void callbacksAndJobsBelongToTheAccountOfTheirPath() throws Exception {
        URI first = submit("account1");
        URI second = submit("account2");

        assertThat(List.of(first.getPath(), second.getPath()))
                .containsExactly("/completions/account1", "/completions/account2");
        for (String account : ACCOUNTS) {
            assertThat(jobs.get(account).overdue("/completions/" + account, Instant.MAX, Instant.now(), 10))
                    .hasSize(1);
        }
        assertThat(application.post(second, completed("job-2")).statusCode()).isEqualTo(200);
        assertThat(application.post(first, completed("job-1")).statusCode()).isEqualTo(200);
        assertThat(received).containsEntry("account1", List.of("job-1")).containsEntry("account2", List.of("job-2"));
    }

    @Test
    void aCallbackOfAnotherAccountIsRejected() throws Exception {
        URI first = submit("account1");
        URI other = URI.create(first.toString().replace("/completions/account1", "/completions/account2"));

        assertThat(application.post(other, completed("job-1")).statusCode()).isEqualTo(401);
        assertThat(received.get("account2")).isEmpty();
    }
}
