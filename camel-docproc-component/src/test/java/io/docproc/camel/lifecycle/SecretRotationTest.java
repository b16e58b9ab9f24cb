/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A component that is replaced while routes run, as Camel 4.23 does when a secret has changed. */
@Timeout(60)
class SecretRotationTest {
    private static final long COOLDOWN = 3_600_000;
    private static final String NEW_SECRET = "n3w-s3cr3t-0a1b2c";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private void addComponent() {
        addComponent(null);
    }

    private void addComponent(JobRepository jobRepository) {
        DocprocComponent component = new DocprocComponent();
        component.setJobRepository(jobRepository);
        component.setRateLimitCooldown(COOLDOWN);
        ServiceDouble.configure(component.getConfiguration(), service.server().baseUrl());
        component.getConfiguration().setSecretCode(NEW_SECRET);
        service.context().addComponent("docproc", component);
    }

    private CompletableFuture<Void> removeComponent() {
        return CompletableFuture.runAsync(
                () -> service.context().removeComponent("docproc"), SecretRotationTest::execute);
    }

    /** The common pool has fewer threads than tasks that wait for each other, depending on the number of processors. */
    private static void execute(Runnable task) {
        new Thread(task).start();
    }

    @Test
    void aCallInFlightCompletesAndTheNextOneHasTheNewSecret() throws Exception {
        DocprocComponent old = service.component();
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            service.route(routes -> routes.from("direct:in").to("docproc:crop?baseUrl=" + server.url()));
            CompletableFuture<Exchange> call = send();
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> removal = removeComponent();
            await().until(old::isStopping);
            await().during(Duration.ofMillis(300)).until(() -> !removal.isDone() && !call.isDone());
            server.release(1);
            removal.get();

            assertThat(call.get().getException()).isNull();
            assertThat(call.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
            assertThat(server.requests()).isEqualTo(1);
        }
        service.respondWith(Replies.CROP);
        addComponent();
        service.call("docproc:crop?jpegQuality=90", Replies.DOCUMENT);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(NEW_SECRET);
    }

    private CompletableFuture<Exchange> send() {
        return CompletableFuture.supplyAsync(
                () -> service.send("direct:in", Replies.DOCUMENT), SecretRotationTest::execute);
    }

    private static void assertUnsent(Exchange exchange) {
        assertThat(exchange.getException())
                .isInstanceOfSatisfying(DocprocTransportException.class, failure -> assertThat(failure.isUnsent())
                        .isTrue());
    }

    @Test
    void aRouteOfTheOldComponentThatStillRunsDoesNotPreventOtherOptions() throws Exception {
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:in").to("docproc:crop"));
        removeComponent().get();
        assertUnsent(service.send("direct:in", Replies.DOCUMENT));

        addComponent();

        service.call("docproc:crop?jpegQuality=90", Replies.DOCUMENT);
    }
}
