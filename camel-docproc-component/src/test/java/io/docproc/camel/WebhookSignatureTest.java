/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
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

/** Which callbacks are believed. */
class WebhookSignatureTest {
    private static final String OLD_SECRET = "the-secret-of-last-year";
    private static final String STRANGE_ID = "scans/März & Co. 100%+?=#.pdf";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<String> correlationIds = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, this::remember);
    }

    private void remember(Exchange exchange) {
        correlationIds.add(String.valueOf(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));
    }

    private void assertRefused(String url) throws Exception {
        HttpResponse<String> answer = server.post(URI.create(url), completed("job-1"));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).isEqualTo("{\"status\":\"signature missing, wrong or expired\"}");
        assertThat(correlationIds).isEmpty();
    }

    @Test
    void aSignedCallbackBringsItsCorrelationIdToTheRoute() throws Exception {
        run("");

        HttpResponse<String> answer = server.post(server.signed(STRANGE_ID), completed("job-1"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"status\":\"accepted\"}");
        assertThat(correlationIds).containsExactly(STRANGE_ID);
    }

    @Test
    @Survives(31)
    void aCallbackWithoutSignatureIsRefused() throws Exception {
        run("");
        String signed = server.signed("a").toString();

        assertRefused(server.address().toString());
        assertRefused(server.address() + "?");
        assertRefused(signed.substring(0, signed.indexOf("&signature=")));
        assertRefused(signed.substring(0, signed.indexOf("&signature=")) + "&signature=");
        assertRefused(signed.substring(0, signed.indexOf("&signature=")) + "&signature");
    }

    @Test
    @Survives(31)
    void everyFlippedBitOfTheSignatureIsNoticed() throws Exception {
        CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());
        String signed = signer.sign(server.address(), "a", Duration.ofHours(1)).getRawQuery();
        int start = signed.indexOf("&signature=") + "&signature=".length();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        assertThat(signer.verify(signed)).contains("a");
        // The last character carries four of its six bits.
        for (int position = start; position < signed.length(); position++) {
            int least = position == signed.length() - 1 ? 2 : 0;
            for (int bit = least; bit < 6; bit++) {
                char flipped = alphabet.charAt(alphabet.indexOf(signed.charAt(position)) ^ (1 << bit));
                String forged = signed.substring(0, position) + flipped + signed.substring(position + 1);
                assertThat(signer.verify(forged)).as(forged).isEmpty();
            }
        }
    }

    @Test
    @Survives(31)
    void aForgedCallbackIsRefused() throws Exception {
        run("");
        String signed = server.signed("a").toString();
        char last = signed.charAt(signed.length() - 2);

        assertRefused(signed.substring(0, signed.length() - 2)
                + (last == 'A' ? 'B' : 'A')
                + signed.charAt(signed.length() - 1));
        assertRefused(signed.replace("correlationId=a", "correlationId=b"));
        assertRefused(signed.replace("correlationId=a", "correlationId="));
        assertRefused(signed.replaceAll("expires=(\\d+)", "expires=9$1"));
        assertRefused(new CallbackSigner("another-secret-of-theirs", Clock.systemUTC())
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString());
    }

    @Test
    @Survives(31)
    void aCallbackThatIsSignedForOneDocumentCannotEndTheJobOfAnother() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-a", "a", CallbackServer.PATH, Instant.now(), 0));
        jobRepository.submitted(new SubmittedJob("job-1", "b", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        run("");

        assertRefused(server.signed("a").toString());
        assertThat(jobRepository.size()).isEqualTo(2);

        assertThat(server.post(server.signed("b"), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("b");
    }

    @Test
    void aConsumerThatBelievesEverybodyTakesACompletionWithoutCorrelationIdForAJobThatIsKnown() throws Exception {
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
    void anExpiredCallbackIsRefused() throws Exception {
        run("");
        Clock twoHoursAgo = Clock.offset(Clock.systemUTC(), Duration.ofHours(-2));

        assertRefused(new CallbackSigner(CallbackServer.SECRET, twoHoursAgo)
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString());
    }

    @Test
    void anAddressIsGoodUpToTheLastSecond() {
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
    void anExpiryThatIsNoNumberOrTooLargeIsRefused(String expires) throws Exception {
        run("");

        assertRefused(server.signed("a")
                .toString()
                .replaceAll("expires=\\d+", "expires=" + URLEncoder.encode(expires, StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @Survives(31)
    @ValueSource(strings = {"correlationId", "expires", "signature"})
    void aParameterThatIsThereTwiceIsRefused(String name) throws Exception {
        run("");
        String signed = server.signed("a").toString();
        String value = signed.replaceAll(".*[?&]" + name + "=([^&]*).*", "$1");

        assertRefused(signed + "&" + name + "=" + value);
        assertRefused(signed.replace("?", "?" + name + "=" + value + "&"));
    }

    @Test
    void aQueryBeyondAllMeasureIsRefused() throws Exception {
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
    void duringARotationTheOldAndTheNewSecretAreTaken(String secret, int status) throws Exception {
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
    void aConsumerThatIsToldSoBelievesEverybody() throws Exception {
        server.component().getCallbackOptions().setCallbackSecret(null);
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds).containsExactly("null");
    }

    @Test
    void aConsumerThatBelievesEverybodyStillTakesTheCorrelationIdFromASignedCallback() throws Exception {
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
    void aSecretThatIsTooShortIsRefusedAndNotShown(String secrets) {
        server.component().getCallbackOptions().setCallbackSecret(secrets);

        assertThatThrownBy(() -> run(""))
                .rootCause()
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("short,")
                .hasMessageNotContaining("too-short")
                .hasMessageNotContaining("long-enough");
    }
}
