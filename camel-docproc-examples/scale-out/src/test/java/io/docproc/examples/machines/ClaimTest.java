/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTest {
    @Test
    void aClaimComesBackFromTheQueueAsItWas() throws Exception {
        Claim claim = Claim.of("inbox/scans/März \"1\".pdf", 1234, 1_700_000_000_000L);

        assertThat(Claim.read(claim.json())).isEqualTo(claim);
    }

    @Test
    void everyVersionOfADocumentHasAClaimOfItsOwn() {
        Claim claim = Claim.of("inbox/a.pdf", 1, 1);

        assertThat(claim).isEqualTo(Claim.of("inbox/a.pdf", 1, 1));
        assertThat(claim.id())
                .isNotEqualTo(Claim.of("inbox/b.pdf", 1, 1).id())
                .isNotEqualTo(Claim.of("inbox/a.pdf", 2, 1).id())
                .isNotEqualTo(Claim.of("inbox/a.pdf", 1, 2).id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "inbox/a.pdf",
                "{\"id\":\"1\",\"path\":\"inbox/a.pdf\",\"size\":1,\"modified\":1}",
                "{\"id\":\"1\",\"path\":null,\"size\":1,\"modified\":1}",
                "{\"id\":null,\"path\":\"inbox/a.pdf\",\"size\":1,\"modified\":1}",
                "{\"id\":\"1\",\"path\":\"inbox/a.pdf\",\"size\":1,\"modified\":1,\"more\":1}",
                "{\"id\":\"1\",\"path\":\"inbox/a.pdf\",\"size\":\"many\",\"modified\":1}"
            })
    void whatIsNoClaimIsRejected(String text) {
        assertThatThrownBy(() -> Claim.read(text)).isInstanceOf(ClaimRejectedException.class);
    }

    @Test
    void aClaimIsNoLongerThanAPathCanBe() {
        String text = Claim.of("inbox/" + "a".repeat(5000), 1, 1).json();

        assertThatThrownBy(() -> Claim.read(text)).hasMessage("longer than 4096 characters");
    }

    @Test
    void aClaimWithSomethingBehindItIsRejected() {
        String text = Claim.of("inbox/a.pdf", 1, 1).json() + " {}";

        assertThatThrownBy(() -> Claim.read(text)).isInstanceOf(ClaimRejectedException.class);
    }
}
