/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.SuspendableService;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Routes with account errors, and a probe that waits for the result that the test gives it. */
@Timeout(60)
abstract class AccountErrorFixture {
    final DefaultCamelContext context = TestContexts.create();
    final AccountErrorRoutePolicy policy = new AccountErrorRoutePolicy();
    final BlockingQueue<Optional<Exception>> probeResults = new LinkedBlockingQueue<>();
    final AtomicInteger probes = new AtomicInteger();
    final AtomicInteger attempts = new AtomicInteger();
    final List<String> done = new CopyOnWriteArrayList<>();
    volatile boolean refused = true;

    @BeforeEach
    void setUp() throws Exception {
        TestContexts.stopSedaSoon(context);
        policy.setPause(1);
        policy.setProbe("direct:probe");
        context.getShutdownStrategy().setTimeout(1);
        addRoutes(routes -> routes.from("direct:probe")
                .errorHandler(routes.noErrorHandler())
                .process(exchange -> {
                    probes.incrementAndGet();
                    probeResults.take().ifPresent(exchange::setException);
                }));
    }

    @AfterEach
    void stop() {
        probeResults.add(Optional.empty());
        context.stop();
    }

    void addRoutes(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(context, routes);
    }

    void start(String... routeIds) throws Exception {
        for (String routeId : routeIds) {
            addRouteFrom("seda:" + routeId, routeId);
        }
        context.start();
    }

    void addRouteFrom(String uri, String route) throws Exception {
        addRoutes(routes -> routes.from(uri).routeId(route).routePolicy(policy).process(this::work));
    }

    void startAndSuspendWithAnExchangeInFlight(CountDownLatch slow) throws Exception {
        addRoutes(routes -> routes.from("seda:slow?concurrentConsumers=2")
                .routeId("slow")
                .routePolicy(policy)
                .process(exchange -> {
                    if ("slow".equals(exchange.getMessage().getBody())) {
                        slow.await();
                        done.add("slow");
                    } else {
                        work(exchange);
                    }
                }));
        context.start();
        send("slow", "slow");
        await().until(() -> context.getInflightRepository().size("slow") == 1);
        send("slow", "refused");
        awaitSuspended("slow");
        await().until(() -> context.getInflightRepository().size("slow") == 1);
    }

    void work(Exchange exchange) throws Exception {
        String document = exchange.getMessage().getBody(String.class);
        attempts.incrementAndGet();
        if (refused) {
            throw refusal();
        }
        if (document.equals("invalid")) {
            throw new IllegalArgumentException(document);
        }
        done.add(document);
    }

    static Exception refusal() {
        return ErrorCode.of(40003).orElseThrow().refusal("crop", "");
    }

    void send(String route, String document) {
        try (ProducerTemplate template = context.createProducerTemplate()) {
            template.sendBody("seda:" + route, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void fail(String route) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setException(refusal());
        policy.onExchangeDone(context.getRoute(route), exchange);
    }

    void probeSucceeds() throws InterruptedException {
        probe(Optional.empty());
    }

    void probeFails(Exception failure) throws InterruptedException {
        probe(Optional.of(failure));
    }

    /** Waits for a probe and ends it with this result. */
    private void probe(Optional<Exception> failure) throws InterruptedException {
        await().until(() -> probes.get() > 0);
        probeResults.put(failure);
        await().until(probeResults::isEmpty);
    }

    void awaitSuspended(String route) {
        await().until(() -> isSuspended(route));
    }

    boolean isSuspended(String route) {
        return ((SuspendableService) context.getRoute(route).getConsumer()).isSuspended();
    }

    List<String> probeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("DocprocAccountProbe") && name.contains(context.getName()))
                .toList();
    }
}
