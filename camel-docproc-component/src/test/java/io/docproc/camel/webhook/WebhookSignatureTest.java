/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Survives;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
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
    private static final String SPECIAL_ID = "scans/März & Co. 100%+?=#.pdf";

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

    @Test
    void aSignedCallbackDeliversItsCorrelationId() throws Exception {
        run("");

        HttpResponse<String> response = server.post(server.signed(SPECIAL_ID), completed("job-1"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"accepted\"}");
        assertThat(correlationIds).containsExactly(SPECIAL_ID);
    }

    @Test
    @Survives(31)
    void aCallbackWithoutSignatureIsRejected() throws Exception {
        run("");
        String signed = server.signed("a").toString();

        assertUnauthorized(server.address().toString());
        assertUnauthorized(server.address() + "?");
        assertUnauthorized(signed.substring(0, signed.indexOf("&signature=")));
        assertUnauthorized(signed.substring(0, signed.indexOf("&signature=")) + "&signature=");
        assertUnauthorized(signed.substring(0, signed.indexOf("&signature=")) + "&signature");
    }

    @Test
    @Survives(31)
    void eachFlippedBitInvalidatesTheSignature() throws Exception {
        CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());
        String signed = signer.sign(server.address(), "a", Duration.ofHours(1)).getRawQuery();
        int start = signed.indexOf("&signature=") + "&signature=".length();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        assertThat(signer.verify(signed)).contains("a");
        // The last character carries four of its six bits.
        for (int position = start; position < signed.length(); position++) {
            int firstBit = position == signed.length() - 1 ? 2 : 0;
            for (int bit = firstBit; bit < 6; bit++) {
                char changed = alphabet.charAt(alphabet.indexOf(signed.charAt(position)) ^ (1 << bit));
                String forged = signed.substring(0, position) + changed + signed.substring(position + 1);
                assertThat(signer.verify(forged)).as(forged).isEmpty();
            }
        }
    }

    @Test
    @Survives(31)
    void aForgedCallbackIsRejected() throws Exception {
        run("");
        String signed = server.signed("a").toString();
        char last = signed.charAt(signed.length() - 2);

        assertUnauthorized(signed.substring(0, signed.length() - 2)
                + (last == 'A' ? 'B' : 'A')
                + signed.charAt(signed.length() - 1));
        assertUnauthorized(signed.replace("correlationId=a", "correlationId=b"));
        assertUnauthorized(signed.replace("correlationId=a", "correlationId="));
        assertUnauthorized(signed.replaceAll("expires=(\\d+)", "expires=9$1"));
        assertUnauthorized(new CallbackSigner("another-secret-of-theirs", Clock.systemUTC())
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString());
    }

    @Test
    @Survives(31)
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

    @Test
    void anUnsignedCallbackCompletesAStoredJob() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "b", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    @Survives(31)
    void anExpiredCallbackIsRejected() throws Exception {
        run("");
        Clock twoHoursAgo = Clock.offset(Clock.systemUTC(), Duration.ofHours(-2));

        assertUnauthorized(new CallbackSigner(CallbackServer.SECRET, twoHoursAgo)
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString());
    }

    @Test
    void aSignatureIsValidUntilItsLastSecond() {
        Instant then = Instant.parse("2026-03-01T12:00:00Z");
        String query = new CallbackSigner(CallbackServer.SECRET, Clock.fixed(then, ZoneOffset.UTC))
                .sign(URI.create("http://x"), "a", Duration.ofDays(7))
                .getRawQuery();
        Instant end = then.plus(Duration.ofDays(7));

        assertThat(new CallbackSigner(CallbackServer.SECRET, Clock.fixed(end, ZoneOffset.UTC)).verify(query))
                .contains("a");
        assertThat(new CallbackSigner(CallbackServer.SECRET, Clock.fixed(end.plusSeconds(1), ZoneOffset.UTC))
                        .verify(query))
                .isEmpty();
    }

    @ParameterizedTest
    @Survives(31)
    @ValueSource(
            strings = {"soon", "", "-1", "1e9", "99999999999999999999", "9223372036854775808", "\0", "１２３", "0x7f"})
    void anInvalidExpiryIsRejected(String expires) throws Exception {
        run("");

        assertUnauthorized(server.signed("a")
                .toString()
                .replaceAll("expires=\\d+", "expires=" + URLEncoder.encode(expires, StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @Survives(31)
    @ValueSource(strings = {"correlationId", "expires", "signature"})
    void aDuplicateParameterIsRejected(String name) throws Exception {
        run("");
        String signed = server.signed("a").toString();
        String value = signed.replaceAll(".*[?&]" + name + "=([^&]*).*", "$1");

        assertUnauthorized(signed + "&" + name + "=" + value);
        assertUnauthorized(signed.replace("?", "?" + name + "=" + value + "&"));
    }

    @Test
    void aQueryThatIsTooLongOrMalformedIsRejected() throws Exception {
        CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());

        assertThat(signer.verify(server.signed("a").getRawQuery() + "&x=" + "y".repeat(10_000)))
                .isEmpty();
        assertThat(signer.verify(null)).isEmpty();
        assertThat(signer.verify("correlationId=%zz&expires=1&signature=a")).isEmpty();
        assertThat(signer.verify("correlationId=a&expires=1&signature=!!!")).isEmpty();
    }

    @ParameterizedTest
    @Survives(32)
    @CsvSource({"the-secret-of-last-year,200", "correct-horse-battery-staple,200", "the-secret-of-long-ago,401"})
    void duringARotationBothSecretsAreAccepted(String secret, int status) throws Exception {
        server.component().getCallbackOptions().setCallbackSecret(CallbackServer.SECRET + ", " + OLD_SECRET);
        run("");
        URI url = new CallbackSigner(secret, Clock.systemUTC()).sign(server.address(), "a", Duration.ofHours(1));

        assertThat(server.post(url, completed("job-1")).statusCode()).isEqualTo(status);
    }

    @Test
    void theFirstOfSeveralSecretsSigns() {
        URI url = new CallbackSigner(CallbackServer.SECRET + "," + OLD_SECRET, Clock.systemUTC())
                .sign(server.address(), "a", Duration.ofHours(1));

        assertThat(new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC()).verify(url.getRawQuery()))
                .contains("a");
        assertThat(new CallbackSigner(OLD_SECRET, Clock.systemUTC()).verify(url.getRawQuery()))
                .isEmpty();
    }

    @Test
    @Survives(44)
    void aConsumerWithoutSecretDoesNotStart() {
        server.component().getCallbackOptions().setCallbackSecret(null);

        assertThatThrownBy(() -> run("")).rootCause().hasMessageContaining("callbackSecret");
    }

    @Test
    void withoutRequireSignatureUnsignedCallbacksAreAccepted() throws Exception {
        server.component().getCallbackOptions().setCallbackSecret(null);
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("null");
    }

    @Test
    void withoutRequireSignatureASignedCorrelationIdIsUsed() throws Exception {
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(server.post(server.signed("a"), completed("job-2")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("null", "a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "too-short",
                "long-enough-to-be-a-secret,short",
                "long-enough-to-be-a-secret,,another-long-secret"
            })
    void aSecretThatIsTooShortIsRejectedAndNotShown(String secrets) {
        server.component().getCallbackOptions().setCallbackSecret(secrets);

        assertThatThrownBy(() -> run(""))
                .rootCause()
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("short,")
                .hasMessageNotContaining("too-short")
                .hasMessageNotContaining("long-enough");
    }
}
