/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Authentication of callbacks. */
class WebhookSignatureTest {
    private static final String OLD_SECRET = "the-secret-of-last-year";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<String> correlationIds = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, this::record);
    }

    private void record(Exchange exchange) {
        correlationIds.add(String.valueOf(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));
    }

    private void assertUnauthorized(String url) throws Exception {
        HttpResponse<String> response = server.post(URI.create(url), completed("job-1"));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).isEqualTo("{\"status\":\"signature missing, wrong or expired\"}");
        assertThat(correlationIds).isEmpty();
    }

    private String signed(String secret, Duration age) {
        return new CallbackSigner(secret, Clock.offset(Clock.systemUTC(), age.negated()))
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString();
    }

    /** The table of all changed queries is tested with {@code CallbackSigner}. */
    @Test
    @CoversFault(31)
    void aCallbackWithoutValidSignatureIsRejected() throws Exception {
        run("");
        String signed = signed(CallbackServer.SECRET, Duration.ZERO);

        assertUnauthorized(server.address().toString());
        assertUnauthorized(server.address() + "?");
        assertUnauthorized(signed.replaceFirst("&signature=.*", ""));
        assertUnauthorized(signed.replaceFirst("signature=..", "signature=AA"));
        assertUnauthorized(signed.replace("correlationId=a", "correlationId=b"));
        assertUnauthorized(signed.replaceFirst("expires=(\\d+)", "expires=9$1"));
        assertUnauthorized(signed.replaceFirst("expires=\\d+", "expires=soon"));
        assertUnauthorized(signed + "&correlationId=a");
        assertUnauthorized(signed("another-secret-of-theirs", Duration.ZERO));
        assertUnauthorized(signed(CallbackServer.SECRET, Duration.ofHours(2)));
    }

    @Test
    @CoversFault(31)
    void aSignatureForOneDocumentCannotCompleteAnotherJob() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-a", "a", CallbackServer.PATH, Instant.now(), 0));
        jobRepository.submitted(new SubmittedJob("job-1", "b", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        run("");

        assertUnauthorized(server.signed("a").toString());
        assertThat(jobRepository.size()).isEqualTo(2);

        assertThat(server.post(server.signed("b"), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("b");
    }

    @ParameterizedTest
    @CoversFault(32)
    @CsvSource({"the-secret-of-last-year,200", "correct-horse-battery-staple,200", "the-secret-of-long-ago,401"})
    void duringARotationBothSecretsAreAccepted(String secret, int status) throws Exception {
        server.component().getConfiguration().setCallbackSecret(CallbackServer.SECRET + ", " + OLD_SECRET);
        run("");

        assertThat(server.post(URI.create(signed(secret, Duration.ZERO)), completed("job-1"))
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    @CoversFault(44)
    void aConsumerWithoutSecretDoesNotStart() {
        server.component().getConfiguration().setCallbackSecret(null);

        assertThatThrownBy(() -> run("")).rootCause().hasMessageContaining("callbackSecret");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutRequireSignatureUnsignedCallbacksAreAccepted(boolean secret) throws Exception {
        if (!secret) {
            server.component().getConfiguration().setCallbackSecret(null);
        }
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(server.post(server.signed("a"), completed("job-2")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("null", secret ? "a" : "null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "too-short",
                "long-enough-to-be-a-secret,short",
                "long-enough-to-be-a-secret,,another-long-secret"
            })
    void aSecretThatIsTooShortIsRejectedAndNotShown(String secrets) {
        server.component().getConfiguration().setCallbackSecret(secrets);

        assertThatThrownBy(() -> run(""))
                .rootCause()
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("short,")
                .hasMessageNotContaining("too-short")
                .hasMessageNotContaining("long-enough");
    }
}
