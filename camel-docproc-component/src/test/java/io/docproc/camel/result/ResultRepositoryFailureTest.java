/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of a result repository: before the call nothing is billed, after the call no result is lost. */
@Timeout(60)
class ResultRepositoryFailureTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private volatile Optional<Step> failingStep = Optional.empty();

    /** Whether the repository fails with an error, such as a class that is missing from the class path. */
    private volatile boolean failsWithError;

    private enum Step {
        FIND,
        ACQUIRE,
        STORE,
        RELEASE
    }

    @BeforeEach
    void storeResults() {
        ResultRepository repository = new FailingRepository(new FileResultRepository(directory));
        Replies.configure(service, docproc -> docproc.setResultRepository(repository));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    @ParameterizedTest
    @EnumSource(names = {"FIND", "ACQUIRE"})
    void aFailureBeforeTheCallPreventsTheCall(Step step) {
        failingStep = Optional.of(step);
        DocprocTransportException failure =
                service.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat((Throwable) failure)
                .hasMessageContaining("the disk is gone")
                .hasMessageContaining("nothing was sent");
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        service.assertNothingSent();

        failingStep = Optional.empty();
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);
    }

    /** Camel selects the clause of the nearest class, of the cause first. */
    @Test
    void aFailureBeforeTheCallIsRetriedByTheClauseOfRetryableFailures() throws Exception {
        failingStep = Optional.of(Step.FIND);
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(DocprocException.class)
                        .onWhen(simple("${exception.retryable}"))
                        .maximumRedeliveries(2)
                        .redeliveryDelay(0);
                onException(DocprocException.class, Throwable.class)
                        .maximumRedeliveries(0)
                        .handled(true);
                from("direct:retried").to("docproc:crop");
            }
        });

        Exchange exchange = service.send("direct:retried", Replies.DOCUMENT);

        assertThat((Throwable) exchange.getException()).isInstanceOf(DocprocTransportException.class);
        assertThat(exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBilledResultIsDeliveredWhenItCannotBeStored(boolean isError) {
        failsWithError = isError;
        failingStep = Optional.of(Step.STORE);
        Message result = service.call("docproc:crop", Replies.DOCUMENT);

        assertThat(result.getBody(byte[].class)).isEqualTo(Replies.JPEG);
        assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(service.server().getAllServeEvents()).hasSize(1);

        failingStep = Optional.empty();
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call("docproc:crop", Replies.DOCUMENT);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    /** A repository of the application may throw any exception. */
    @Test
    void aBilledResultIsDeliveredWhenTheRepositoryFailsAfterItIsStored() {
        failingStep = Optional.of(Step.RELEASE);
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getHeader(DocprocConstants.BILLED))
                .isEqualTo(false);
    }

    @Test
    void aRepositoryThatFailsToStartPreventsTheStart() {
        service.context().removeComponent("docproc");
        DocprocComponent docproc = new DocprocComponent();
        docproc.setResultRepository(new FileResultRepository("/dev/null/results"));
        docproc.setCamelContext(service.context());

        assertThat(catchThrowable(docproc::start)).hasStackTraceContaining("/dev/null");
        docproc.stop();
    }

    private void failIf(Step step) throws IOException {
        if (failingStep.filter(step::equals).isPresent()) {
            if (failsWithError) {
                throw new NoClassDefFoundError("com/example/Driver");
            }
            throw new IOException("the disk is gone");
        }
    }

    private final class FailingRepository implements ResultRepository {
        private final ResultRepository repository;

        FailingRepository(ResultRepository repository) {
            this.repository = repository;
        }

        @Override
        public Optional<InputStream> find(ResultKey key) throws IOException {
            failIf(Step.FIND);
            return repository.find(key);
        }

        @Override
        public void store(ResultKey key, InputStream content, long length) throws IOException {
            failIf(Step.STORE);
            repository.store(key, content, length);
        }

        @Override
        public Optional<UnansweredCalls> tryLease(ResultKey key) throws IOException {
            failIf(Step.ACQUIRE);
            return repository.tryLease(key);
        }

        @Override
        public boolean enter(ResultKey key) throws IOException {
            return repository.enter(key);
        }

        @Override
        public void answered(ResultKey key) throws IOException {
            repository.answered(key);
        }

        @Override
        public void delete(ResultKey key) throws IOException {
            repository.delete(key);
        }

        @Override
        public void deleteAll() throws IOException {
            repository.deleteAll();
        }

        @Override
        public void releaseLease(ResultKey key) {
            repository.releaseLease(key);
            if (failingStep.filter(Step.RELEASE::equals).isPresent()) {
                throw new IllegalStateException("the cache is closed");
            }
        }

        @Override
        public void start() {
            repository.start();
        }

        @Override
        public void stop() {
            repository.stop();
        }
    }
}
