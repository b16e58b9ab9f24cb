/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class RedactionTest {
    private final Redaction redaction = Redaction.NONE.and("t0p.s3cr3t").and("p@ssw0rd");

    @Test
    void longerSecretIsMaskedBeforeItsPrefix() {
        assertThat(Redaction.NONE.and("s3cr3t").and("s3cr3t-longer").apply("s3cr3t-longer s3cr3t"))
                .isEqualTo("xxxxxx xxxxxx");
    }

    @Test
    void shortSecretIsNotMasked() {
        assertThat(Redaction.NONE.and("").and("abc").apply("abc")).isEqualTo("abc");
    }

    @Test
    void nestedSecretIsFoundAndOtherCausesAreKept() {
        Exception deep = new IOException("outer", new IOException("inner p@ssw0rd"));
        Exception harmless = new IOException("outer", new IOException("inner"));

        assertThat(redaction.apply(deep)).isNotSameAs(deep).hasNoCause();
        assertThat(redaction.apply(harmless)).isSameAs(harmless);
    }
}
