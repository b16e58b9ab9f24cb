/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.CallbackSigner;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which address is ordered for a callback, and whose callbacks are believed. */
class CallbackAuthenticatorTest {
    private static final String PATH = "/docproc/completions";
    private static final URI REGISTERED = URI.create("https://elsewhere.example.com/hooks/7");

    private final CallbackSigner signer = new CallbackSigner("correct-horse-battery-staple", new ManualClock());
    private final String signed = signer.sign(URI.create("https://hooks.example.com"), "a.pdf", Duration.ofHours(1))
            .getRawQuery();

    private static Message request(String header, String query) {
        Message request = new DefaultMessage(new DefaultCamelContext());
        request.setHeader(header, query);
        return request;
    }

    @ParameterizedTest
    @ValueSource(strings = {Exchange.HTTP_RAW_QUERY, Exchange.HTTP_QUERY})
    void theSignatureIsFoundWhereverTheHttpServerPutsTheQuery(String header) {
        assertThat(CallbackAuthenticator.signed(signer).correlationId(request(header, signed)))
                .contains("a.pdf");
    }

    @Test
    void theQueryAsItCameIsTheOneThatCounts() {
        Message request = request(Exchange.HTTP_RAW_QUERY, signed);
        request.setHeader(Exchange.HTTP_QUERY, "correlationId=b.pdf");
        Message forged = request(Exchange.HTTP_RAW_QUERY, "correlationId=b.pdf");
        forged.setHeader(Exchange.HTTP_QUERY, signed);

        assertThat(CallbackAuthenticator.signed(signer).correlationId(request)).contains("a.pdf");
        assertThat(CallbackAuthenticator.signed(signer).correlationId(forged)).isEmpty();
    }

    @Test
    void whoeverRequiresSignaturesBelievesNobodyWithout() {
        assertThat(CallbackAuthenticator.signed(signer).correlationId(request(Exchange.HTTP_QUERY, null)))
                .isEmpty();
        assertThat(CallbackAuthenticator.signed(signer)
                        .correlationId(request(Exchange.HTTP_QUERY, "correlationId=a.pdf")))
                .isEmpty();
    }

    @Test
    void whoeverBelievesEverybodyLearnsTheDocumentOnlyFromASignature() {
        CallbackAuthenticator knowing = CallbackAuthenticator.everybody(Optional.of(signer));

        assertThat(knowing.correlationId(request(Exchange.HTTP_QUERY, signed))).contains("a.pdf");
        assertThat(knowing.correlationId(request(Exchange.HTTP_QUERY, "correlationId=a.pdf")))
                .contains("");
        assertThat(CallbackAuthenticator.everybody(Optional.empty())
                        .correlationId(request(Exchange.HTTP_QUERY, signed)))
                .contains("");
    }

    private Optional<URI> ordered(Optional<String> publicUrl, Optional<CallbackSigner> signing) {
        Supplier<Optional<URI>> registered = () -> Optional.of(REGISTERED);
        return new CallbackSettings(PATH, publicUrl.map(URI::create), registered, signing, Duration.ofDays(7))
                .addressFor("a.pdf");
    }

    @Test
    void aCallbackIsOrderedAtThePublicUrlAndThePathOrElseWhereTheConsumerIsRegistered() {
        assertThat(ordered(Optional.of("https://hooks.example.com/gateway"), Optional.of(signer)))
                .contains(signer.sign(
                        URI.create("https://hooks.example.com/gateway" + PATH), "a.pdf", Duration.ofDays(7)));
        assertThat(ordered(Optional.empty(), Optional.of(signer)))
                .contains(signer.sign(REGISTERED, "a.pdf", Duration.ofDays(7)));
    }

    @Test
    void withoutASecretOrAnAddressNoCallbackIsOrdered() {
        assertThat(ordered(Optional.of("https://hooks.example.com"), Optional.empty()))
                .isEmpty();
        assertThat(new CallbackSettings(
                                PATH, Optional.empty(), Optional::empty, Optional.of(signer), Duration.ofDays(7))
                        .addressFor("a.pdf"))
                .isEmpty();
    }
}
