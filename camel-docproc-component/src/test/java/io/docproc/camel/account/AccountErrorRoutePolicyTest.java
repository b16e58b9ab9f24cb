/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.SuspendableService;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;
import org.apache.camel.spi.RouteStartupOrder;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes with account errors, and a probe that waits for the result that the test gives it. */
@Timeout(60)
final class AccountErrorRoutePolicyTest {
    private static final int CONSUMERS = 8;
    private static final int REFUSED = 40003;
    private static final int REFUSALS = 4;
    private static final int DRAIN_TIMEOUT = 30;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final AccountErrorRoutePolicy policy = new AccountErrorRoutePolicy();
    private final BlockingQueue<Optional<Exception>> probeResults = new LinkedBlockingQueue<>();
    private final AtomicInteger probes = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private volatile boolean refused = true;

    @BeforeEach
    void setUp() throws Exception {
        TestContexts.stopSedaSoon(context);
        policy.setPause(1);
        policy.setProbe("direct:probe");
        context.getShutdownStrategy().setTimeout(1);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:probe").errorHandler(noErrorHandler()).process(exchange -> {
                    probes.incrementAndGet();
                    probeResults.take().ifPresent(exchange::setException);
                });
            }
        });
    }

    @AfterEach
    void stop() {
        probeResults.add(Optional.empty());
        context.stop();
    }

    @Test
    void anAccountErrorSuspendsTheRouteUntilTheAccountWorksAgain() throws Exception {
        start("work");

        send("work", "one");
        awaitSuspended("work");
        probeFails(refusal());
        probeFails(refusal());
        assertThat(context.getInflightRepository().size()).isPositive();
        refused = false;
        probeSucceeds();
        send("work", "two");

        await().until(() -> done.contains("two"));
        await().until(() -> !isSuspended("work"));
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(probes).hasValue(3);
    }

    @Test
    void aTrialThatFailsSuspendsTheRouteAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        probeSucceeds();
        await().until(() -> !isSuspended("work"));
        send("work", "trial");

        awaitSuspended("work");
        await().until(() -> probes.get() == 2);
        refused = false;
        probeSucceeds();
        send("work", "two");
        await().until(() -> done.contains("two"));
    }

    @Test
    void aTrialThatFailsForAnotherReasonResumesTheRoute() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        refused = false;
        probeSucceeds();
        send("work", "invalid");
        send("work", "two");

        await().until(() -> done.contains("two"));
        assertThat(probes).hasValue(1);
    }

    @Test
    void anUnexpectedFailureOfTheProbeLeavesTheDecisionToTheTrialAndProbingContinues() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        probeFails(new IllegalStateException("unexpected"));
        await().until(() -> !isSuspended("work"));
        send("work", "trial");
        awaitSuspended("work");

        await().until(() -> probes.get() == 2);
    }

    @Test
    void aProbeThatCannotBeSentLeavesTheDecisionToTheTrialAndProbingContinues() throws Exception {
        context.addComponent("test", new TestConsumers());
        policy.setProbe("test:has-no-producer");
        start("work");

        for (int number = 0; number < REFUSALS; number++) {
            send("work", "refused");
        }
        await().until(() -> attempts.get() == REFUSALS);
        refused = false;
        send("work", "two");

        await().until(() -> done.contains("two"));
    }

    @Test
    void exchangesThatFailTogetherSuspendTheRouteOnceAndItResumes() throws Exception {
        CyclicBarrier together = new CyclicBarrier(CONSUMERS);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:many?concurrentConsumers=" + CONSUMERS)
                        .routeId("many")
                        .routePolicy(policy)
                        .process(exchange -> {
                            if (refused) {
                                together.await();
                            }
                            work(exchange);
                        });
            }
        });
        context.start();

        for (int number = 0; number < CONSUMERS; number++) {
            send("many", "refused");
        }
        awaitSuspended("many");
        await().until(() -> context.getInflightRepository().size("many") == 0);
        refused = false;
        probeSucceeds();
        for (int number = 0; number < 2 * CONSUMERS; number++) {
            send("many", "document");
        }

        await().until(() -> done.size() == 2 * CONSUMERS);
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(probes).hasValue(1);
    }

    @Test
    void anExchangeThatFailsWhileTheConsumerIsBeingSuspendedSchedulesNoSecondProbe() throws Exception {
        TestConsumers consumers = new TestConsumers();
        context.addComponent("test", consumers);
        addRouteFrom("test:blocking", "blocking");
        context.start();
        Thread first = new Thread(() -> fail("blocking"));
        Thread second = new Thread(() -> fail("blocking"));

        first.start();
        consumers.awaitSuspension();
        second.start();
        await().until(() -> second.getState() == Thread.State.BLOCKED);
        consumers.finishSuspension();
        first.join();
        second.join();
        probeSucceeds();

        await().until(() -> !isSuspended("blocking"));
        assertThat(probes).hasValue(1);
    }

    @Test
    void theSuccessOfAnEarlierExchangeResumesNothing() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        startAndSuspendWithAnExchangeInFlight(slow);

        slow.countDown();
        await().until(() ->
                done.contains("slow") && context.getInflightRepository().size("slow") == 0);

        assertThat(isSuspended("slow")).isTrue();
        refused = false;
        probeSucceeds();
        await().until(() -> !isSuspended("slow"));
    }

    @Test
    void routesShareAPolicyAndItsProbe() throws Exception {
        start("work", "other", "unaffected");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        send("other", "one");
        awaitSuspended("other");

        assertThat(isSuspended("unaffected")).isFalse();
        refused = false;
        send("unaffected", "free");
        await().until(() -> done.contains("free"));
        probeFails(refusal());
        probeSucceeds();

        await().until(() -> !isSuspended("work") && !isSuspended("other"));
        assertThat(probes).hasValue(2);
    }

    @Test
    void anErrorThatTheRouteHasHandledSuspendsItToo() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:handled")
                        .routeId("handled")
                        .routePolicy(policy)
                        .onException(Exception.class)
                        .handled(true)
                        .end()
                        .process(AccountErrorRoutePolicyTest.this::work);
            }
        });
        context.start();

        send("handled", "one");

        awaitSuspended("handled");
    }

    @Test
    void anErrorThatTheRouteHasHandledAfterItsRedeliverySuspendsIt() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class)
                        .maximumRedeliveries(1)
                        .redeliveryDelay(0)
                        .handled(true);
                from("seda:handled")
                        .routeId("handled")
                        .routePolicy(policy)
                        .process(AccountErrorRoutePolicyTest.this::work);
            }
        });
        context.start();

        send("handled", "one");

        awaitSuspended("handled");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void anErrorThatTheRouteHasCaughtSuspendsIt() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:caught")
                        .routeId("caught")
                        .routePolicy(policy)
                        .doTry()
                        .process(AccountErrorRoutePolicyTest.this::work)
                        .doCatch(Exception.class)
                        .process(exchange -> done.add("caught"))
                        .doFinally()
                        .process(exchange -> done.add("finally"))
                        .end();
            }
        });
        context.start();

        send("caught", "one");

        awaitSuspended("caught");
        assertThat(done).containsExactly("caught", "finally");
    }

    @Test
    void anErrorThatTheRouteHasCaughtAfterARedeliverySuspendsIt() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).maximumRedeliveries(1).redeliveryDelay(0);
                from("seda:caught")
                        .routeId("caught")
                        .routePolicy(policy)
                        .process(AccountErrorRoutePolicyTest.this::failFirst)
                        .doTry()
                        .process(exchange -> {
                            throw refusal();
                        })
                        .doCatch(Exception.class)
                        .process(exchange -> done.add("caught"))
                        .end();
            }
        });
        context.start();

        send("caught", "one");

        awaitSuspended("caught");
        assertThat(done).containsExactly("one", "caught");
    }

    @Test
    void anErrorThatARedeliveryHasOvercomeDoesNotSuspendTheRoute() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(DocprocException.class).maximumRedeliveries(3).redeliveryDelay(0);
                from("seda:redelivered")
                        .routeId("redelivered")
                        .routePolicy(policy)
                        .process(AccountErrorRoutePolicyTest.this::failFirst);
            }
        });
        context.start();

        send("redelivered", "one");
        send("redelivered", "two");

        await().until(() -> done.size() == 2);
        assertThat(attempts).hasValue(3);
        assertThat(isSuspended("redelivered")).isFalse();
        assertThat(probeThreads()).isEmpty();
    }

    @Test
    void aProbeThatSucceedsWhileTheContextStopsResumesNothing() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        startAndSuspendWithAnExchangeInFlight(slow);
        await().until(() -> probes.get() == 1);
        Route route = context.getRoute("slow");
        context.getShutdownStrategy().setTimeout(DRAIN_TIMEOUT);
        Thread stop = new Thread(context::stop);
        try {
            stop.start();
            await().until(context::isStopping);
            probeResults.put(Optional.empty());
            await().until(() -> context.getInflightRepository().size() == 1);
            // Waits for the monitor of the circuit.
            policy.onResume(route);

            assertThat(((SuspendableService) route.getConsumer()).isSuspended()).isTrue();
        } finally {
            slow.countDown();
            stop.join();
        }
    }

    @Test
    void aRouteThatTheProbeResumesWhileItIsBeingSuspendedIsSuspendedAgain() throws Exception {
        context.setShutdownStrategy(new DefaultShutdownStrategy(context) {
            @Override
            public void suspend(CamelContext camel, List<RouteStartupOrder> routes, long timeout, TimeUnit unit)
                    throws Exception {
                super.suspend(camel, routes, timeout, unit);
                probeSucceeds();
                await().until(() -> !AccountErrorRoutePolicyTest.this.isSuspended("work"));
            }
        });
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);

        context.getRouteController().suspendRoute("work");

        assertThat(context.getRouteController().getRouteStatus("work")).isEqualTo(ServiceStatus.Suspended);
        assertThat(isSuspended("work")).isTrue();
    }

    @Test
    void aConsumerThatCannotBeResumedLeavesTheOtherRoutesUnaffected() throws Exception {
        context.addComponent("test", new TestConsumers());
        addRouteFrom("test:fails-to-resume", "first");
        start("work");
        fail("first");
        await().until(() -> probes.get() == 1);
        send("work", "one");
        awaitSuspended("work");

        probeFails(refusal());
        refused = false;
        probeSucceeds();
        send("work", "two");

        await().until(() -> done.contains("two"));
    }

    @Test
    void aConsumerThatCannotBeSuspendedIsReportedWhenTheRouteStarts() throws Exception {
        context.addComponent("test", new TestConsumers());
        addRouteFrom("test:not-suspendable", "reported");
        addRouteFrom("seda:suspendable", "suspendable");
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            context.start();
        } finally {
            System.setErr(console);
        }

        assertThat(log.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("not Suspendable")))
                .singleElement()
                .asString()
                .contains("WARN", "route reported");
    }

    @Test
    void aRouteThatIsRestartedRunsAndMayBeSuspendedAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);

        context.getRouteController().stopRoute("work");
        assertThat(context.getInflightRepository().size()).isEqualTo(1);
        context.getRouteController().startRoute("work");
        assertThat(isSuspended("work")).isFalse();
        send("work", "two");
        awaitSuspended("work");
        probeSucceeds();
        assertThat(isSuspended("work")).isTrue();
        refused = false;
        probeSucceeds();

        send("work", "three");
        await().until(() -> done.contains("three"));
    }

    @Test
    void aRouteThatAnOperatorResumesDuringTheOutageIsSuspendedAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        context.getRouteController().suspendRoute("work");
        context.getRouteController().resumeRoute("work");

        awaitSuspended("work");
        assertThat(context.getRouteController().getRouteStatus("work")).isEqualTo(ServiceStatus.Started);
        refused = false;
        probeSucceeds();
        await().until(() -> !isSuspended("work"));
    }

    @Test
    void aRouteThatIsSuspendedWhenTheProbeSucceedsStaysSuspendedUntilItIsResumed() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        context.getRouteController().suspendRoute("work");

        refused = false;
        probeResults.put(Optional.empty());
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(isSuspended("work")).isTrue();

        context.getRouteController().resumeRoute("work");
        send("work", "two");
        await().until(() -> done.contains("two"));
    }

    @Test
    void nothingRemainsWhenTheContextStopsDuringAnOutage() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        assertThat(probeThreads()).hasSize(1);

        context.stop();

        await().until(() -> context.getInflightRepository().size() == 0);
        await().until(() -> probeThreads().isEmpty());
    }

    @Test
    void aRouteWithoutAccountErrorNeedsNoThread() throws Exception {
        refused = false;
        start("work");
        send("work", "one");
        await().until(() -> done.contains("one"));

        assertThat(probeThreads()).isEmpty();
    }

    @Test
    void anInvalidProbePreventsTheStart() throws Exception {
        policy.setProbe("no-such-component:balance");

        assertThatThrownBy(() -> start("work")).hasMessageContaining("no-such-component://balance");
    }

    @Test
    void aPauseBelowOneMillisecondIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.setPause(0))
                .withMessageContaining("pause is 0")
                .withMessageContaining("at least 1");
    }

    private void start(String... routes) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                for (String route : routes) {
                    from("seda:" + route)
                            .routeId(route)
                            .routePolicy(policy)
                            .process(AccountErrorRoutePolicyTest.this::work);
                }
            }
        });
        context.start();
    }

    private void addRouteFrom(String uri, String route) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId(route).routePolicy(policy).process(AccountErrorRoutePolicyTest.this::work);
            }
        });
    }

    private void startAndSuspendWithAnExchangeInFlight(CountDownLatch slow) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:slow?concurrentConsumers=2")
                        .routeId("slow")
                        .routePolicy(policy)
                        .process(exchange -> {
                            if ("slow".equals(exchange.getMessage().getBody())) {
                                slow.await();
                                done.add("slow");
                            } else {
                                work(exchange);
                            }
                        });
            }
        });
        context.start();
        send("slow", "slow");
        await().until(() -> context.getInflightRepository().size("slow") == 1);
        send("slow", "refused");
        awaitSuspended("slow");
        await().until(() -> context.getInflightRepository().size("slow") == 1);
    }

    private void failFirst(Exchange exchange) throws Exception {
        if (attempts.incrementAndGet() == 1) {
            throw refusal();
        }
        done.add(exchange.getMessage().getBody(String.class));
    }

    private void work(Exchange exchange) throws Exception {
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

    private static Exception refusal() {
        return ErrorCode.of(REFUSED).orElseThrow().refusal("crop", "");
    }

    private void send(String route, String document) {
        try (ProducerTemplate template = context.createProducerTemplate()) {
            template.sendBody("seda:" + route, document);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void fail(String route) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setException(refusal());
        policy.onExchangeDone(context.getRoute(route), exchange);
    }

    private void probeSucceeds() throws InterruptedException {
        probe(Optional.empty());
    }

    private void probeFails(Exception failure) throws InterruptedException {
        probe(Optional.of(failure));
    }

    /** Waits for a probe and ends it with this result. */
    private void probe(Optional<Exception> failure) throws InterruptedException {
        await().until(() -> probes.get() > 0);
        probeResults.put(failure);
        await().until(probeResults::isEmpty);
    }

    private void awaitSuspended(String route) {
        await().until(() -> isSuspended(route));
    }

    private boolean isSuspended(String route) {
        return ((SuspendableService) context.getRoute(route).getConsumer()).isSuspended();
    }

    private List<String> probeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("DocprocAccountProbe") && name.contains(context.getName()))
                .toList();
    }
}
