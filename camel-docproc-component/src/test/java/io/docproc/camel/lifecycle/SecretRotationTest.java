/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A component that is replaced while routes run, as Camel 4.23 does when a secret has changed. */
@Timeout(60)
class SecretRotationTest {
    private static final long COOLDOWN = 3_600_000;
    private static final String NEW_SECRET = "n3w-s3cr3t-0a1b2c";
    private static final String PARSE = "/api/v1/xparse/parse/async";

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

    @Test
    void aWaitingCallCompletesAndOneThatBeginsDuringTheRemovalIsNotSent() throws Exception {
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        DocprocComponent old = service.component();
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            service.route(routes -> routes.from("direct:in").to("docproc:crop?baseUrl=" + server.url()));
            CompletableFuture<Exchange> sent = send();
            await().until(() -> server.inFlight() == 1);
            CompletableFuture<Exchange> waiting = send();
            await().until(() -> service.meters().waiting() == 1);
            CompletableFuture<Void> removal = removeComponent();
            await().until(old::isStopping);
            server.release(1);
            await().until(() -> server.requests() == 2);

            CompletableFuture<Exchange> late = send();

            await("the call, and the stop of the component, wait for a permit")
                    .until(() -> service.meters().waiting() == 2);
            assertThat(removal).isNotDone();
            server.release(1);
            removal.get();
            assertUnsent(late.get());
            assertThat(sent.get().getException()).isNull();
            assertThat(waiting.get().getException()).isNull();
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    @Test
    void aCallOfASuspendedApplicationCompletes() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(
                    () -> service.send("docproc:crop?baseUrl=" + server.url(), Replies.DOCUMENT),
                    SecretRotationTest::execute);
            await().until(() -> server.inFlight() == 1);
            service.context().suspend();

            CompletableFuture<Void> removal = removeComponent();
            await().during(Duration.ofMillis(300)).until(() -> !removal.isDone());
            server.release(1);
            removal.get();

            assertThat(call.get().getException()).isNull();
        }
    }

    @Test
    void aRouteThatHasItsResultIsNotInterrupted() throws Exception {
        CountDownLatch hasResult = new CountDownLatch(1);
        CountDownLatch removed = new CountDownLatch(1);
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:in").to("docproc:crop").process(exchange -> {
            hasResult.countDown();
            removed.await();
        }));
        CompletableFuture<Exchange> call = send();
        hasResult.await();

        removeComponent().get();
        removed.countDown();

        assertThat(call.get().getException()).isNull();
        assertThat(call.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
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
    void theCooldownContinues() throws Exception {
        service.component().setRateLimitCooldown(COOLDOWN);
        service.respondWith("{\"code\":40306,\"message\":\"qps limit exceeded\"}");
        service.send("docproc:crop", Replies.DOCUMENT);

        removeComponent().get();
        addComponent();
        service.server().resetRequests();
        Exchange next = service.send("docproc:crop?permitTimeout=50&jpegQuality=90", Replies.DOCUMENT);

        assertThat(next.getException()).hasMessageContaining("cooldown");
        service.assertNothingSent();
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

    @Test
    void componentsOfAnAccountHaveTheSameOptionsOfItsGate() {
        service.respondWith(Replies.CROP);
        service.call("docproc:crop", Replies.DOCUMENT);
        DocprocComponent other = new DocprocComponent();
        other.setRateLimitCooldown(COOLDOWN);
        ServiceDouble.configure(other.getConfiguration(), service.server().baseUrl());
        service.context().addComponent("docproc2", other);

        assertThatThrownBy(() -> service.context().getEndpoint("docproc2:crop").start())
                .hasStackTraceContaining(
                        "with different options: requestsPerSecond=0.0, rateLimitCooldown=10000 ms and "
                                + "requestsPerSecond=0.0, rateLimitCooldown=3600000 ms");
    }

    @Test
    void jobsOfTheOldComponentAreCompletedOnceByTheNewOne() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        List<String> completed = new CopyOnWriteArrayList<>();
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch delivered = new CountDownLatch(1);
        service.component().setJobRepository(jobs);
        service.route(routes -> routes.from("docproc:completions?initialDelay=0&delay=10")
                .process(exchange -> {
                    delivering.countDown();
                    delivered.await();
                    completed.add(exchange.getMessage().getHeader(DocprocConstants.JOB_ID, String.class));
                }));
        submit("held", "completed");
        delivering.await();
        submit("open", "in_progress");

        CompletableFuture<Void> removal = removeComponent();
        delivered.countDown();
        removal.get();
        addComponent(jobs);
        service.context().getRouteController().reloadAllRoutes();
        service.server().resetRequests();
        status("open", "completed");

        await().untilAsserted(() -> assertThat(completed).containsExactly("held", "open"));
        await().until(() -> jobs.size() == 0);
        assertThat(service.server().getAllServeEvents()).isNotEmpty().allSatisfy(event -> assertThat(
                        event.getRequest().getHeader("x-ti-secret-code"))
                .isEqualTo(NEW_SECRET));
    }

    private void submit(String job, String status) {
        service.server().stubFor(Stubs.ok(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"" + job + "\"}}"));
        status(job, status);
        service.call("docproc:parseAsync", Replies.DOCUMENT);
    }

    private void status(String job, String status) {
        service.server()
                .stubFor(Stubs.ok(
                        PARSE + "/" + job,
                        "{\"code\":200,\"data\":{\"job_id\":\"" + job + "\",\"status\":\"" + status + "\"}}"));
    }
}
