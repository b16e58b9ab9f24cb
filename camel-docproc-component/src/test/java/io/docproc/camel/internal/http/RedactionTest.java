/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class RedactionTest {
    private final Redaction redaction = Redaction.NONE.and("t0p.s3cr3t").and("p@ssw0rd");

    @Test
    void everySecretIsMasked() {
        assertThat(redaction.apply("a t0p.s3cr3t b p@ssw0rd, t0p.s3cr3t; t0p-s3cr3t"))
                .isEqualTo("a xxxxxx b xxxxxx, xxxxxx; t0p-s3cr3t");
    }

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
    void causeWithSecretIsReplacedAndKeepsStackTrace() {
        IOException quoting = new IOException("echo of t0p.s3cr3t");

        Exception shown = redaction.apply(quoting);

        assertThat(shown).hasMessageContaining("echo of xxxxxx").hasNoCause();
        assertThat(shown.getStackTrace()).isEqualTo(quoting.getStackTrace());
    }

    @Test
    void nestedSecretIsFoundAndOtherCausesAreKept() {
        Exception deep = new IOException("outer", new IOException("inner p@ssw0rd"));
        Exception harmless = new IOException("outer", new IOException("inner"));

        assertThat(redaction.apply(deep)).isNotSameAs(deep).hasNoCause();
        assertThat(redaction.apply(harmless)).isSameAs(harmless);
    }
}
