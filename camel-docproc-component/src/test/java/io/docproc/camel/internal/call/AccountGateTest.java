/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.call.AccountGate.Outage;
import io.docproc.camel.internal.call.AccountGate.Passage;
import io.docproc.camel.internal.call.AccountGate.Scope;
import io.docproc.camel.internal.call.AccountGate.Scopes;
import io.docproc.camel.internal.call.AccountGate.Terms;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** When a gate lets calls through. The clock advances only as a test says. */
@Timeout(60)
final class AccountGateTest {
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final Scopes CROP = new Scopes("k3y", "https://host", "/crop");
    private static final Scopes EXTRACT = new Scopes("k3y", "https://host", "/extract");

    private final ManualClock clock = new ManualClock();
    private AccountGate gate =
            new AccountGate("the account at https://host", new BucketRateLimiter(0), Duration.ZERO, clock);
    private final List<Call> calls = new ArrayList<>();

    /** A call whose wait at the gate is on a thread of its own. */
    private final class Call {
        private final CompletableFuture<Passage> begun = new CompletableFuture<>();
        private CompletableFuture<Void> wait = new CompletableFuture<>();
        private Thread thread;

        Call(String exchangeId, Scopes scopes, Duration outageTimeout) {
            run(() -> {
                begun.complete(gate.begin(new Terms("crop", exchangeId, scopes, outageTimeout, Duration.ZERO, false)));
                passage().await();
            });
            calls.add(this);
        }

        private void run(Wait action) {
            wait = new CompletableFuture<>();
            CompletableFuture<Void> result = wait;
            thread = new Thread(() -> {
                try {
                    action.run();
                    result.complete(null);
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
            thread.start();
        }

        private Passage passage() {
            return begun.join();
        }

        private boolean isWaiting() {
            return !wait.isDone();
        }

        private boolean isTrial() {
            return wait.isDone()
                    && !wait.isCompletedExceptionally()
                    && passage().isTrial();
        }

        /** Sends the call, reports its outcome, and lets it wait again if it may be made again. */
        private boolean fail(Throwable failure) {
            passage().sent();
            boolean again = passage().completed(failure, Duration.ZERO);
            if (again) {
                run(passage()::await);
            }
            settle();
            return again;
        }

        private Throwable failure() {
            try {
                wait.get();
                throw new AssertionError("the call was let through");
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @FunctionalInterface
    private interface Wait {
        void run() throws InterruptedException;
    }

    @AfterEach
    void endWaits() {
        gate.stop(Duration.ZERO);
        calls.forEach(call -> call.thread.interrupt());
    }

    /** Waits until every call waits in the queue of the gate, or has left it. */
    private void settle() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> calls.stream().filter(Call::isWaiting).count() == gate.waiting());
    }

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
        gate.wake();
        settle();
    }

    private Call call(String exchangeId, Scopes scopes, Duration outageTimeout) {
        Call call = new Call(exchangeId, scopes, outageTimeout);
        settle();
        return call;
    }

    private Call call(String exchangeId, Scopes scopes) {
        return call(exchangeId, scopes, PATIENCE);
    }

    private Call call(String exchangeId) {
        return call(exchangeId, CROP);
    }

    /** Returns a call that does not wait for outages. */
    private Call impatient(Scopes scopes) {
        return call("impatient", scopes, Duration.ZERO);
    }

    private boolean isClosed(Scopes scopes) {
        Call probe = impatient(scopes);
        if (probe.wait.isCompletedExceptionally()) {
            return true;
        }
        probe.passage().close();
        return false;
    }

    private static DocprocException service(int code) {
        return ErrorCode.exceptionFor(new ServiceFailure("crop", code, "refused", "", 200));
    }

    private static DocprocException gateway(int status) {
        return ErrorCode.exceptionFor(new ServiceFailure("crop", 0, "", "", status, "POST"));
    }

    private static DocprocException foreign(int status, String excerpt) {
        return new DocprocInvalidResponseException(
                new ServiceFailure("crop", 0, "", "", status, "POST"), excerpt, null);
    }

    private static ServiceFailure local(int status) {
        return new ServiceFailure("crop", 0, "no response", "", status, "POST");
    }

    private static DocprocException unreachable() {
        return DocprocTransportException.withRetry(local(0), null);
    }

    /** What each outcome means: the scope that it closes, the scopes that it opens, and whether the call is made again. */
    private enum Outcomes {
        SUCCESS((Throwable) null, "", "CREDENTIALS ADDRESS PATH", false),
        CREDENTIALS(service(40102), "CREDENTIALS", "ADDRESS", true),
        GATEWAY_CREDENTIALS(gateway(403), "CREDENTIALS", "ADDRESS", true),
        BALANCE(service(40003), "PATH", "CREDENTIALS ADDRESS", true),
        FREE_QUOTA(service(40307), "PATH", "CREDENTIALS ADDRESS", true),
        NOT_ENABLED(service(40008), "PATH", "CREDENTIALS ADDRESS", true),
        RATE(service(40306), "", "CREDENTIALS ADDRESS", false),
        GATEWAY_RATE(gateway(429), "", "ADDRESS", false),
        SERVER(service(50011), "", "CREDENTIALS ADDRESS", true),
        DOCUMENT(service(40301), "", "CREDENTIALS ADDRESS", false),
        UNKNOWN_CODE(service(49999), "", "CREDENTIALS ADDRESS", false),
        UNREACHABLE(unreachable(), "ADDRESS", "", true),
        NO_RESPONSE(DocprocTransportException.withoutRetry(local(0), null), "ADDRESS", "", false),
        BROKEN_RESPONSE(DocprocTransportException.withoutRetry(local(200), null), "", "", false),
        GATEWAY_502(gateway(502), "ADDRESS", "", false),
        GATEWAY_503(gateway(503), "ADDRESS", "", false),
        HTML_503(foreign(503, "<html>"), "ADDRESS", "", false),
        HTML_200(foreign(200, "<html>"), "ADDRESS", "", false),
        HTML_413(foreign(413, "<html>"), "", "", false),
        TRUNCATED(foreign(200, "{"), "", "", false),
        LOCAL(ErrorCode.PARAMETER_ERROR.refusal("crop", "refused"), "", "", false),
        UNSENT(DocprocTransportException.notSent(local(0), null), "", "", false),
        OTHER(new IllegalStateException(), "", "", false);

        private final Throwable failure;
        private final Set<Scope> closes;
        private final Set<Scope> opens;
        private final boolean again;

        Outcomes(Throwable failure, String closes, String opens, boolean again) {
            this.failure = failure;
            this.closes = scopes(closes);
            this.opens = scopes(opens);
            this.again = again;
        }

        private static Set<Scope> scopes(String names) {
            Set<Scope> scopes = EnumSet.noneOf(Scope.class);
            Arrays.stream(names.split(" "))
                    .filter(name -> !name.isEmpty())
                    .map(Scope::valueOf)
                    .forEach(scopes::add);
            return scopes;
        }
    }

    /** Scopes that have only one scope in common with those of a crop call. */
    private static Scopes common(Scope scope) {
        return switch (scope) {
            case CREDENTIALS -> new Scopes("k3y", "https://other", "/other");
            case ADDRESS -> new Scopes("other", "https://host", "/other");
            case PATH -> new Scopes("other", "https://host", "/crop");
        };
    }

    @ParameterizedTest
    @EnumSource
    void anOutcomeClosesItsScope(Outcomes outcome) {
        assertThat(call("one").fail(outcome.failure)).isEqualTo(outcome.again);
        assertThat(isClosed(common(Scope.CREDENTIALS))).isEqualTo(outcome.closes.contains(Scope.CREDENTIALS));
        assertThat(isClosed(common(Scope.ADDRESS))).isEqualTo(outcome.closes.contains(Scope.ADDRESS));
        assertThat(isClosed(common(Scope.PATH)))
                .isEqualTo(!outcome.closes.isEmpty() && !outcome.closes.contains(Scope.CREDENTIALS));
        assertThat(gate.longest().map(Outage::scope))
                .isEqualTo(outcome.closes.stream().findFirst());
    }

    static Stream<Arguments> outcomesAndScopes() {
        return Stream.of(Outcomes.values())
                .flatMap(outcome -> Stream.of(Scope.values()).map(scope -> Arguments.of(outcome, scope)));
    }

    @ParameterizedTest
    @MethodSource("outcomesAndScopes")
    void anOutcomeOfAnyCallOpensTheScopesThatItContradicts(Outcomes outcome, Scope scope) {
        Call inFlight = call("in flight");
        DocprocException closing =
                switch (scope) {
                    case CREDENTIALS -> service(40101);
                    case ADDRESS -> unreachable();
                    case PATH -> service(40003);
                };
        call("closing").fail(closing);
        assertThat(gate.longest().map(Outage::scope)).contains(scope);
        inFlight.fail(outcome.failure);

        assertThat(isClosed(common(scope))).isEqualTo(!outcome.opens.contains(scope));
    }

    @Test
    void trialsRotateWithExponentialBackoff() {
        call("first failure").fail(gateway(502));
        List<Call> waiting =
                IntStream.range(0, 3).mapToObj(n -> call("call " + n)).toList();
        assertThat(gate.longest().orElseThrow().waiting()).isEqualTo(3);
        long[] delays = {1, 2, 4, 8, 16, 32, 60, 60};
        for (int trial = 0; trial < delays.length; trial++) {
            advance(1000 * delays[trial] - 1);
            assertThat(waiting).as("before trial %d", trial).allMatch(Call::isWaiting);
            advance(1);
            assertThat(waiting.stream().filter(Call::isTrial).toList())
                    .as("trial %d", trial)
                    .containsExactly(waiting.get(trial % 3));
            assertThat(waiting.get(trial % 3).fail(unreachable())).isTrue();
        }
    }

    @Test
    void accountErrorsAreTriedAfter5To30Seconds() {
        Call call = call("one");
        call.fail(service(40003));
        for (long delay : new long[] {5, 10, 20, 30, 30}) {
            advance(1000 * delay - 1);
            assertThat(call.isWaiting()).isTrue();
            advance(1);
            assertThat(call.isTrial()).isTrue();
            call.fail(service(40307));
        }
    }

    @Test
    void aTrialWithoutAnOutcomeFor30SecondsIsJoinedByAnother() {
        call("gateway").fail(gateway(504));
        Call hanging = call("hanging");
        Call second = call("second");
        Call third = call("third");
        advance(1000);
        assertThat(hanging.isTrial()).isTrue();
        advance(20_000);
        hanging.passage().sent();
        advance(29_999);
        assertThat(second.isWaiting()).isTrue();
        advance(1);
        assertThat(second.isTrial()).isTrue();
        hanging.passage().completed(gateway(504), Duration.ZERO);
        settle();
        assertThat(third.isWaiting()).as("the second trial is in flight").isTrue();
        assertThat(second.passage().confirm()).isTrue();
        second.fail(service(40301));

        assertThat(third.isWaiting()).isFalse();
        assertThat(third.isTrial()).isFalse();
    }

    @Test
    @CoversFault(89)
    @SuppressWarnings("WaitNotInLoop") // The gate loops.
    void aTrialThatHasWaitedForItsSlotIsJoinedByAnother() {
        CountDownLatch slot = new CountDownLatch(1);
        RateLimiter busy = maxWait -> {
            slot.await();
            return new BucketRateLimiter(0).acquire(maxWait);
        };
        Map<Thread, Duration> waits = new ConcurrentHashMap<>();
        gate = new AccountGate("the account at https://host", busy, Duration.ZERO, clock, (condition, time) -> {
            waits.put(Thread.currentThread(), time);
            condition.awaitNanos(time.toNanos());
        });
        call("gateway").fail(gateway(504));
        Call trial = call("trial");
        advance(1000);
        assertThat(trial.isTrial()).isTrue();
        Thread slotWait = new Thread(() -> assertThatNoException().isThrownBy(trial.passage()::acquireSlot));
        slotWait.start();
        await().until(() -> slotWait.getState() == Thread.State.WAITING);
        Call next = new Call("next", CROP, PATIENCE);
        await().until(() -> waits.containsKey(next.thread));
        assertThat(waits.get(next.thread)).isGreaterThan(Duration.ofSeconds(30));

        slot.countDown();

        await().untilAsserted(() -> assertThat(waits.get(next.thread)).isLessThanOrEqualTo(Duration.ofSeconds(30)));
    }

    static Stream<Consumer<Passage>> unprovenTrials() {
        return Stream.of(
                Passage::close,
                trial -> trial.completed(ErrorCode.FILE_MISSING.refusal("crop", "none"), Duration.ZERO),
                trial -> {
                    trial.sent();
                    trial.completed(service(40301), Duration.ZERO);
                });
    }

    @ParameterizedTest
    @MethodSource("unprovenTrials")
    void aTrialThatProvesNothingPassesOnAtOnce(Consumer<Passage> end) {
        Call trial = call("refused");
        trial.fail(service(40307));
        Call next = call("next");
        advance(5000);
        end.accept(trial.passage());
        settle();

        assertThat(next.isTrial()).isTrue();
    }

    @Test
    @CoversFault(28)
    void anInterruptedCallLeavesTheQueue() {
        call("gateway").fail(gateway(502));
        Call first = call("first");
        Call second = call("second");
        first.thread.interrupt();
        assertThat(first.failure()).isInstanceOf(InterruptedException.class);
        first.passage().close();
        advance(1000);

        assertThat(second.isTrial()).isTrue();
    }

    @Test
    void aFailedCallThrowsItsLastExceptionAtTheEndOfItsPatience() {
        Call failed = call("failed", CROP, Duration.ofSeconds(10));
        failed.fail(unreachable());
        Call hanging = call("hanging");
        advance(1000);
        DocprocException last = unreachable();
        assertThat(failed.isTrial()).isTrue();
        failed.fail(last);
        advance(2000);
        assertThat(hanging.isTrial()).isTrue();
        advance(6999);
        assertThat(failed.isWaiting()).isTrue();
        advance(1);

        assertThat(failed.failure()).isSameAs(last);
    }

    @Test
    void ownAttemptsAreMadeWithExponentialBackoffWhileTheGateIsOpen() {
        Call call = call("one");
        for (long delay : new long[] {1, 2, 4, 8}) {
            assertThat(call.fail(service(500))).isTrue();
            assertThat(gate.longest()).isEmpty();
            advance(1000 * delay - 1);
            assertThat(call.isWaiting()).isTrue();
            advance(1);
            assertThat(call.isWaiting()).isFalse();
            assertThat(call.isTrial()).isFalse();
        }
        assertThat(call.fail(service(500))).as("sent five times").isFalse();
        assertThat(isClosed(CROP)).isFalse();
    }

    @Test
    void noAttemptStartsAfterTheEndOfThePatience() {
        Call call = call("one", CROP, Duration.ofSeconds(3));
        assertThat(call.fail(service(500))).isTrue();
        advance(1000);
        assertThat(call.fail(service(500))).as("the next attempt at second 3").isTrue();
        advance(2000);
        assertThat(call.isWaiting()).isFalse();
        assertThat(call.fail(service(500))).isFalse();
    }

    @Test
    void serverErrorsOfTwoExchangesInARowCloseThePath() {
        Call bad = call("bad");
        Call good = call("good");
        Call worse = call("worse");
        bad.fail(service(50012));
        good.fail(null);
        worse.fail(service(50012));
        assertThat(gate.longest()).isEmpty();
        call("extract", EXTRACT).fail(service(50012));
        assertThat(gate.longest()).as("another path").isEmpty();
        advance(1000);
        bad.fail(service(50012));

        assertThat(gate.longest().map(Outage::scope)).contains(Scope.PATH);
    }

    @Test
    void aCallThatMustNotWaitFailsAtOnceOrIsTheTrial() {
        Call failed = impatient(CROP);
        assertThat(failed.fail(unreachable())).isFalse();

        assertThat(impatient(CROP).failure()).hasMessageContaining("outageTimeout allows a wait of 0 ms");
        clock.advance(Duration.ofSeconds(1));
        Call trial = impatient(CROP);
        assertThat(trial.isTrial()).isTrue();
        assertThat(impatient(CROP).failure()).hasMessageContaining("https://host gives no response of the service");
        trial.fail(null);
        assertThat(impatient(CROP).isWaiting()).isFalse();
    }

    @Test
    void closedPathsOccupyALimitedAmountOfMemory() {
        for (int path = 0; path < 2000; path++) {
            Scopes scopes = new Scopes("k3y", "https://host", "/path" + path);
            gate.begin(new Terms("call", "exchange", scopes, Duration.ZERO, Duration.ZERO, false))
                    .completed(service(40008), Duration.ZERO);
        }

        assertThat(isClosed(new Scopes("k3y", "https://host", "/path0"))).isFalse();
        assertThat(isClosed(new Scopes("k3y", "https://host", "/path1999"))).isTrue();
    }
}
