/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.Survives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which jobs are abandoned after callbackTtl, and which are polled further. */
class AbandonedJobTest extends OverdueJobPollerFixture {
    @Test
    void anUnknownJobIsAbandonedAfterCallbackTtl() {
        submit("1");
        responses.add(() -> {
            throw unknownJob();
        });
        responses.add(() -> {
            throw unknownJob();
        });

        runAfter(POLL_AFTER.plusMillis(1));
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);
        runAfter(CALLBACK_TTL);

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message()).contains("abandoned", "no such job");
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress"})
    void aRunningJobIsAbandonedAfterCallbackTtl(String status) {
        submit("1");
        responses.add(() -> job(status));
        responses.add(() -> job(status));

        runAfter(CALLBACK_TTL);
        assertThat(routed).isEmpty();
        runAfter(Duration.ofHours(1));

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message())
                .contains("abandoned without completion after callbackTtl, 604800000 ms", status);
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {40004, 404, 40422})
    void aJobThatTheServiceRejectsIsAbandonedAfterCallbackTtl(int code) {
        submit("1");
        OverdueJobPoller poller = poller(jobId -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no such job", "r-1", 200));
        });

        clock.advance(CALLBACK_TTL);
        poller.run();
        assertThat(routed).isEmpty();
        clock.advance(Duration.ofHours(1));
        poller.run();

        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().status()).isEqualTo("failed");
            assertThat(completion.event().message()).contains("abandoned", "no such job");
        });
    }

    static List<Supplier<DocprocException>> failuresNotAboutTheJob() {
        return Stream.of(40306, 40102, 40101, 40103, 40003, 40007, 40008, 40400, 500, 30203, 50011, 12345, 400)
                .<Supplier<DocprocException>>map(
                        code -> () -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no", "r-1", 200)))
                .collect(Collectors.collectingAndThen(Collectors.toList(), failures -> {
                    failures.add(() -> new DocprocInvalidResponseException(
                            new ServiceFailure("parseStatus", 0, "no JSON", "", 200), "<html>", null));
                    failures.add(() -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 503)));
                    return failures;
                }));
    }

    @Survives(54)
    @ParameterizedTest
    @MethodSource("failuresNotAboutTheJob")
    void aFailureNotAboutTheJobNeverAbandonsIt(Supplier<DocprocException> failure) {
        submit("1");
        AtomicBoolean serviceWorks = new AtomicBoolean();
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (serviceWorks.get()) {
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            }
            throw failure.get();
        });
        for (int hour = 0; hour < 24 * 30; hour++) {
            clock.advance(Duration.ofHours(1));
            poller.run();
        }
        assertThat(polled).hasSizeGreaterThan(24 * 29);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);

        serviceWorks.set(true);
        clock.advance(Duration.ofHours(1));
        poller.run();

        assertThat(routed)
                .singleElement()
                .extracting(completion -> completion.event().status())
                .isEqualTo("completed");
    }

    @Test
    void aJobIdThatTheComponentRefusesIsAbandonedAfterCallbackTtlWithoutAPause() {
        String tooLong = "x".repeat(201);
        submit(tooLong);
        JobStatusClient.StatusRequests source = failing(() -> {
            throw ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "the job id is too long");
        });
        OverdueJobPoller poller = poller(source);
        for (int poll = 0; poll < 12; poll++) {
            clock.advance(CALLBACK_TTL.dividedBy(12));
            poller.run();
        }
        assertThat(polled).as("no pause").hasSize(12);
        assertThat(routed).isEmpty();

        clock.advance(Duration.ofHours(1));
        poller.run();

        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().status()).isEqualTo("failed");
            assertThat(completion.event().message()).contains("abandoned", "the job id is too long");
        });
        assertThat(jobRepository.find(tooLong)).isEmpty();
    }

    @Test
    void aJobThatCannotBeAbandonedIsPolledAgain() {
        submit("1");
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryIdempotentRepository processed = new MemoryIdempotentRepository() {
            @Override
            public boolean contains(String key) {
                if (broken.get()) {
                    throw new IllegalStateException("the database is gone");
                }
                return super.contains(key);
            }
        };
        processed.setCacheSize(100);
        processed.start();
        List<Throwable> uncaught = new ArrayList<>();
        OverdueJobPoller poller = poller(
                failing(() -> {
                    throw unknownJob();
                }),
                processed,
                poll -> {
                    try {
                        poll.run();
                    } catch (Throwable e) {
                        uncaught.add(e);
                    }
                });
        clock.advance(CALLBACK_TTL.plusMillis(1));
        poller.run();
        assertThat(uncaught).isEmpty();
        assertThat(routed).isEmpty();

        broken.set(false);
        clock.advance(POLL_AFTER.multipliedBy(10));
        poller.run();

        assertThat(routed).hasSize(1);
    }
}
