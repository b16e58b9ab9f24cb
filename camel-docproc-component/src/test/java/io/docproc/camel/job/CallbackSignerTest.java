/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ManualClock;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the signature of callback URLs: format, expiry, malformed queries and the rotation of secrets. */
class CallbackSignerTest {
    private static final URI CALLBACK_URL = URI.create("https://hooks.example.com/docproc/completions");
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int MAX_QUERY_LENGTH = 8192;

    private final ManualClock clock = new ManualClock();
    private final CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, clock);
    private final String query = query("a.pdf");

    private String query(String correlationId) {
        return signer.sign(CALLBACK_URL, correlationId, WEEK).getRawQuery();
    }

    @Test
    void aSignedUrlContainsCorrelationIdExpiryAndSignature() {
        assertThat(signer.sign(CALLBACK_URL, "März & Co.", Duration.ofMinutes(1)))
                .asString()
                .matches("\\Q" + CALLBACK_URL + "\\E\\?correlationId=M%C3%A4rz\\+%26\\+Co\\."
                        + "&expires=1772366460&signature=[A-Za-z0-9_-]{43}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pdf", "", " ", "März & Co. 100%+?=#.pdf", "&correlationId=b", "a\nb", "😀"})
    void verifyReturnsTheSignedCorrelationId(String correlationId) {
        assertThat(signer.verify(query(correlationId))).contains(correlationId);
    }

    @ParameterizedTest
    @CsvSource({"0,true", "-1,true", "1,false"})
    void aUrlIsValidUntilTheSecondOfItsExpiry(long secondsAfterExpiry, boolean valid) {
        clock.advance(WEEK.plusSeconds(secondsAfterExpiry));

        assertThat(signer.verify(query).isPresent()).isEqualTo(valid);
    }

    @ParameterizedTest
    @CoversFault(31)
    @CsvSource(
            delimiter = ' ',
            textBlock =
                    """
            a.pdf b.pdf
            a.pdf ''
            a.pdf %zz
            a.pdf %
            a.pdf %4
            expires=\\d+ expires=
            expires=\\d+ expires=soon
            expires=\\d+ expires=-1
            expires=\\d+ expires=%2B1772971200
            expires=\\d+ expires=1e9
            expires=\\d+ expires=1772971200.0
            expires=\\d+ expires=1000000000000
            expires=\\d+ expires=9223372036854775808
            expires=\\d+ expires=%00
            expires=\\d+ expires=%EF%BC%91
            expires=(\\d+) expires=9$1
            signature=.* signature=
            signature=.* signature=!!!
            signature=.* signature=AAAA
            signature=.* signature=%20
            correlationId=[^&]*& ''
            correlationId= correlation=
            $ &correlationId=a.pdf
            $ &expires
            ^ signature=&
            """)
    void aChangedQueryIsRejected(String part, String replacement) {
        assertThat(signer.verify(query.replaceFirst(part, replacement))).isEmpty();
    }

    @Test
    @CoversFault(31)
    void eachFlippedBitInvalidatesTheSignature() {
        int start = query.indexOf("&signature=") + "&signature=".length();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        // The last character carries four of its six bits.
        for (int position = start; position < query.length(); position++) {
            for (int bit = position == query.length() - 1 ? 2 : 0; bit < 6; bit++) {
                char changed = alphabet.charAt(alphabet.indexOf(query.charAt(position)) ^ (1 << bit));
                String forged = query.substring(0, position) + changed + query.substring(position + 1);
                assertThat(signer.verify(forged)).as(forged).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&x=y", "&x=%zz", "&x", "&", "&=", "&=y"})
    void parametersThatAProxyAddsAreIgnored(String added) {
        assertThat(signer.verify(query + added)).contains("a.pdf");
        assertThat(signer.verify(added.substring(1) + "&" + query)).contains("a.pdf");
    }

    @Test
    void aQueryLongerThan8192CharactersIsRejected() {
        String atTheLimit = query + "&x=" + "y".repeat(MAX_QUERY_LENGTH - query.length() - 3);

        assertThat(signer.verify(atTheLimit)).contains("a.pdf");
        assertThat(signer.verify(atTheLimit + "y")).isEmpty();
        assertThat(signer.verify("")).isEmpty();
        assertThat(signer.verify(null)).isEmpty();
    }
}
