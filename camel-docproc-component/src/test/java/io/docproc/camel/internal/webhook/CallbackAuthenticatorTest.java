/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.submission.CallbackSettings;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.TestContexts;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the authentication of callbacks by the signature of their URL, and the callback URLs of submissions. */
class CallbackAuthenticatorTest {
    private static final URI REGISTERED_URL = URI.create("https://elsewhere.example.com/hooks/7");

    private final CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, new ManualClock());
    private final String signedQuery = signer.sign(
                    URI.create("https://hooks.example.com"), "a.pdf", Duration.ofHours(1))
            .getRawQuery();
    private final CallbackAuthenticator authenticator =
            new CallbackAuthenticator(new TestSettings().signer(signer).build());

    private static Message request(String header, String query) {
        Message request = new DefaultMessage(TestContexts.create());
        request.setHeader(header, query);
        return request;
    }

    @ParameterizedTest
    @ValueSource(strings = {Exchange.HTTP_RAW_QUERY, Exchange.HTTP_QUERY})
    void theSignatureIsReadFromEitherQueryHeader(String header) {
        assertThat(authenticator.correlationId(request(header, signedQuery))).contains("a.pdf");
    }

    @Test
    void theRawQueryTakesPrecedence() {
        Message request = request(Exchange.HTTP_RAW_QUERY, signedQuery);
        request.setHeader(Exchange.HTTP_QUERY, "correlationId=b.pdf");
        Message forged = request(Exchange.HTTP_RAW_QUERY, "correlationId=b.pdf");
        forged.setHeader(Exchange.HTTP_QUERY, signedQuery);

        assertThat(authenticator.correlationId(request)).contains("a.pdf");
        assertThat(authenticator.correlationId(forged)).isEmpty();
    }

    @Test
    void anUnsignedCallbackIsRefusedIfSignaturesAreRequired() {
        assertThat(authenticator.correlationId(request(Exchange.HTTP_QUERY, null)))
                .isEmpty();
        assertThat(authenticator.correlationId(request(Exchange.HTTP_QUERY, "correlationId=a.pdf")))
                .isEmpty();
    }

    @Test
    void everyCallbackIsRefusedIfThereIsNoSigner() {
        CallbackAuthenticator withoutSigner = new CallbackAuthenticator(
                new TestSettings().requireSignature(true).build());

        assertThat(withoutSigner.correlationId(request(Exchange.HTTP_QUERY, signedQuery)))
                .isEmpty();
    }

    @Test
    void theCorrelationIdOfAnUnsignedCallbackIsIgnored() {
        CallbackAuthenticator optional = new CallbackAuthenticator(
                new TestSettings().signer(signer).requireSignature(false).build());
        CallbackAuthenticator withoutSigner = new CallbackAuthenticator(new TestSettings().build());

        assertThat(optional.correlationId(request(Exchange.HTTP_QUERY, signedQuery)))
                .contains("a.pdf");
        assertThat(optional.correlationId(request(Exchange.HTTP_QUERY, "correlationId=a.pdf")))
                .contains("");
        assertThat(withoutSigner.correlationId(request(Exchange.HTTP_QUERY, signedQuery)))
                .contains("");
    }

    @ParameterizedTest
    @CsvSource({"job-1,a.pdf,true", "job-1,b.pdf,false", "job-1,'',false", "job-2,b.pdf,true"})
    void aCallbackMustHaveTheCorrelationIdOfItsJob(String jobId, String correlationId, boolean accepted) {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", TestSettings.PATH, Instant.EPOCH, 0));
        TestSettings settings = new TestSettings().signer(signer).jobRepository(jobRepository);

        assertThat(new CallbackAuthenticator(settings.build()).isForJob(correlationId, jobId))
                .isEqualTo(accepted);
        assertThat(new CallbackAuthenticator(settings.requireSignature(false).build()).isForJob(correlationId, jobId))
                .isTrue();
        assertThat(authenticator.isForJob(correlationId, jobId))
                .as("without job repository")
                .isTrue();
    }

    private Optional<URI> callbackUrl(Optional<String> publicUrl, Optional<CallbackSigner> configuredSigner) {
        Supplier<Optional<URI>> registeredUrl = () -> Optional.of(REGISTERED_URL);
        return new CallbackSettings(
                        TestSettings.PATH,
                        publicUrl.map(URI::create),
                        registeredUrl,
                        configuredSigner,
                        Duration.ofDays(7))
                .callbackUrl("a.pdf");
    }

    @Test
    void theCallbackUrlIsPublicUrlAndPathOrTheRegisteredUrl() {
        assertThat(callbackUrl(Optional.of("https://hooks.example.com/gateway"), Optional.of(signer)))
                .contains(signer.sign(
                        URI.create("https://hooks.example.com/gateway" + TestSettings.PATH),
                        "a.pdf",
                        Duration.ofDays(7)));
        assertThat(callbackUrl(Optional.empty(), Optional.of(signer)))
                .contains(signer.sign(REGISTERED_URL, "a.pdf", Duration.ofDays(7)));
    }

    @Test
    void withoutSecretOrUrlThereIsNoCallbackUrl() {
        assertThat(callbackUrl(Optional.of("https://hooks.example.com"), Optional.empty()))
                .isEmpty();
        assertThat(new CallbackSettings(
                                TestSettings.PATH,
                                Optional.empty(),
                                Optional::empty,
                                Optional.of(signer),
                                Duration.ofDays(7))
                        .callbackUrl("a.pdf"))
                .isEmpty();
    }
}
