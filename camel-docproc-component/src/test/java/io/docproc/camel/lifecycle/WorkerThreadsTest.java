/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The component uses a bounded number of threads. */
@Timeout(90)
class WorkerThreadsTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger results = new AtomicInteger();
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private final AtomicInteger max = new AtomicInteger();

    @BeforeEach
    void respondAtOnce() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, Replies.PARSE));
    }

    private void configure(int maxConcurrentRequests) {
        Replies.configure(
                service, component -> component.getConfiguration().setMaxConcurrentRequests(maxConcurrentRequests));
    }

    private void send(int documents) {
        ProducerTemplate template = service.context().createProducerTemplate();
        for (int document = 0; document < documents; document++) {
            template.sendBody("seda:in?size=1000", ExchangePattern.InOnly, Replies.DOCUMENT);
        }
    }

    private void awaitResults(int documents) {
        await().atMost(Duration.ofSeconds(60)).until(() -> results.get() == documents);
    }

    private static boolean isWorker() {
        return Thread.currentThread().getName().contains("docproc");
    }

    private void blockUntil(CountDownLatch release) throws InterruptedException {
        if (isWorker()) {
            busy.add(Thread.currentThread());
            max.accumulateAndGet(busy.size(), Math::max);
        }
        release.await();
        busy.remove(Thread.currentThread());
        results.incrementAndGet();
    }

    @ParameterizedTest
    @CsvSource({"0,8", "5,13"})
    void aSlowRouteUsesABoundedNumberOfThreads(int maxWaitingRequests, int maxThreads) throws Exception {
        Replies.configure(service, component -> {
            component.getConfiguration().setMaxConcurrentRequests(4);
            component.getConfiguration().setMaxWaitingRequests(maxWaitingRequests);
        });
        CountDownLatch release = new CountDownLatch(1);
        service.route(
                routes -> routes.from("seda:in?size=1000").to("docproc:crop").process(exchange -> blockUntil(release)));
        send(600);
        await().until(() -> busy.size() >= 8);
        await().pollDelay(Duration.ofMillis(500)).until(() -> busy.size() <= maxThreads);
        assertThat(service.server().getAllServeEvents())
                .as("the slow route slows its source, whose thread makes one more call")
                .hasSizeLessThanOrEqualTo(maxThreads + 1);

        release.countDown();
        awaitResults(600);

        assertThat(max).hasValueLessThanOrEqualTo(maxThreads);
        assertThat(service.server().getAllServeEvents()).hasSize(600);
    }

    @Test
    void aSingleSourceKeepsAllPermitsInUse() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            configure(3);
            service.route(routes -> routes.from("seda:in?size=1000")
                    .to("docproc:crop?baseUrl=" + server.url())
                    .process(exchange -> results.incrementAndGet()));
            send(20);
            for (int released = 1; released <= 17; released++) {
                await().until(() -> server.inFlight() == 3);
                server.release(1);
                int expected = released;
                await().until(() -> results.get() == expected);
            }
            server.release(3);

            awaitResults(20);
            assertThat(server.maxInFlight()).isEqualTo(3);
        }
    }
}
