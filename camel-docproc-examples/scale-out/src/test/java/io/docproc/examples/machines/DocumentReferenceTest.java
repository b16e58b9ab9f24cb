/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReferenceTest {
    @Test
    void aClaimComesBackFromTheQueueAsItWas() throws Exception {
        DocumentReference reference = DocumentReference.of("inbox/scans/März \"1\".pdf", 1234, 1_700_000_000_000L);

        assertThat(DocumentReference.read(reference.json())).isEqualTo(reference);
    }

    @Test
    void everyVersionOfADocumentHasAClaimOfItsOwn() {
        DocumentReference reference = DocumentReference.of("inbox/a.pdf", 1, 1);

        assertThat(reference).isEqualTo(DocumentReference.of("inbox/a.pdf", 1, 1));
        assertThat(reference.id())
                .isNotEqualTo(DocumentReference.of("inbox/b.pdf", 1, 1).id())
                .isNotEqualTo(DocumentReference.of("inbox/a.pdf", 2, 1).id())
                .isNotEqualTo(DocumentReference.of("inbox/a.pdf", 1, 2).id());
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
        assertThatThrownBy(() -> DocumentReference.read(text)).isInstanceOf(InvalidReferenceException.class);
    }

    @Test
    void aClaimIsNoLongerThanAPathCanBe() {
        String text = DocumentReference.of("inbox/" + "a".repeat(5000), 1, 1).json();

        assertThatThrownBy(() -> DocumentReference.read(text)).hasMessage("longer than 4096 characters");
    }

    @Test
    void aClaimWithSomethingBehindItIsRejected() {
        String text = DocumentReference.of("inbox/a.pdf", 1, 1).json() + " {}";

        assertThatThrownBy(() -> DocumentReference.read(text)).isInstanceOf(InvalidReferenceException.class);
    }
}
