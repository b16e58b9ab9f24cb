/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.ManualClock;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the addresses that anybody may call are this application's own. */
class CallbackSignerTest {
    private static final URI ADDRESS = URI.create("https://hooks.example.com/docproc/completions");
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int LONGEST_QUERY = 8192;

    private final ManualClock clock = new ManualClock();
    private final CallbackSigner signer = new CallbackSigner("correct-horse-battery-staple", clock);
    private final String query = query("a.pdf");

    private String query(String correlationId) {
        return signer.sign(ADDRESS, correlationId, WEEK).getRawQuery();
    }

    @Test
    void anAddressNamesTheDocumentTheExpiryInSecondsAndTheSignature() {
        assertThat(signer.sign(ADDRESS, "März & Co.", Duration.ofMinutes(1)))
                .asString()
                .matches("\\Q" + ADDRESS + "\\E\\?correlationId=M%C3%A4rz\\+%26\\+Co\\."
                        + "&expires=1772366460&signature=[A-Za-z0-9_-]{43}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pdf", "", " ", "März & Co. 100%+?=#.pdf", "&correlationId=b", "a\nb", "😀"})
    void theDocumentOfASignedAddressIsKnownAgain(String correlationId) {
        assertThat(signer.verify(query(correlationId))).contains(correlationId);
    }

    @ParameterizedTest
    @CsvSource({"0,true", "-1,true", "1,false"})
    void anAddressIsGoodUpToTheSecondOfItsExpiry(long secondsBeyond, boolean good) {
        clock.advance(WEEK.plusSeconds(secondsBeyond));

        assertThat(signer.verify(query).isPresent()).isEqualTo(good);
    }

    @ParameterizedTest
    @ValueSource(strings = {"correlationId", "expires", "signature"})
    void eachOfTheThreeParametersIsNeededExactlyOnce(String name) {
        String parameter = query.replaceAll(".*(" + name + "=[^&]*).*", "$1");

        assertThat(signer.verify(query.replace(parameter, "x=y"))).isEmpty();
        assertThat(signer.verify(query.replace(parameter, name))).isEmpty();
        assertThat(signer.verify(query + "&" + parameter)).isEmpty();
        assertThat(signer.verify(query + "&" + name + "=")).isEmpty();
        assertThat(signer.verify(query + "&" + name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&x=y", "&x=%zz", "&x", "&", "&=", "&=y"})
    void whatAProxyAddsToTheQueryDoesNotMatter(String more) {
        assertThat(signer.verify(query + more)).contains("a.pdf");
        assertThat(signer.verify(more.substring(1) + "&" + query)).contains("a.pdf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%", "%4"})
    void aParameterThatIsNotEncodedRightIsNotBelieved(String malformed) {
        assertThat(signer.verify(query.replace("a.pdf", malformed))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "%2B1772971200", "1e9", "1772971200.0", "1000000000000"})
    void anExpiryIsPlainDigitsAndAtMostTwelve(String expires) {
        assertThat(signer.verify(query.replaceAll("expires=\\d+", "expires=" + expires)))
                .isEmpty();
    }

    @Test
    void anAddressMayBeGoodForThousandsOfYears() {
        assertThat(signer.verify(signer.sign(ADDRESS, "a.pdf", Duration.ofDays(10_000_000))
                        .getRawQuery()))
                .contains("a.pdf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!!!", "A", "AAAA", "%20"})
    void aSignatureThatIsNoneIsNotBelieved(String signature) {
        assertThat(signer.verify(query.replaceAll("signature=.*", "signature=" + signature)))
                .isEmpty();
    }

    @Test
    void aQueryIsReadUpToItsLongest() {
        String atTheLimit = query + "&x=" + "y".repeat(LONGEST_QUERY - query.length() - 3);

        assertThat(signer.verify(atTheLimit)).contains("a.pdf");
        assertThat(signer.verify(atTheLimit + "y")).isEmpty();
        assertThat(signer.verify("")).isEmpty();
        assertThat(signer.verify(null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"sixteen-letters!,true", "fifteen-letters,false", "'  fifteen-letters  ',false", "'',false"})
    void aSecretHasAtLeastSixteenCharacters(String secret, boolean taken) {
        if (taken) {
            assertThat(new CallbackSigner(secret, clock).verify(query)).isEmpty();
        } else {
            assertThatThrownBy(() -> new CallbackSigner(secret, clock))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a secret of " + secret.strip().length() + " characters")
                    .hasMessageContaining("at least 16");
        }
    }

    @Test
    void duringARotationTheFirstSecretSignsAndAllAreRecognized() {
        CallbackSigner next = new CallbackSigner("the-secret-of-next-year", clock);
        CallbackSigner both = new CallbackSigner(" the-secret-of-next-year , correct-horse-battery-staple ", clock);

        assertThat(both.verify(query)).contains("a.pdf");
        assertThat(both.verify(next.sign(ADDRESS, "b.pdf", WEEK).getRawQuery())).contains("b.pdf");
        assertThat(both.sign(ADDRESS, "c.pdf", WEEK)).isEqualTo(next.sign(ADDRESS, "c.pdf", WEEK));
        assertThat(next.verify(query)).isEmpty();
    }
}
