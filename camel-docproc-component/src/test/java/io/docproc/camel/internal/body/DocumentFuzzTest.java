/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.fuzz.Fuzzing;
import io.docproc.camel.fuzz.Mutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Documents with generated headers, and hostile file names. */
@AddLifecycleHook(Fuzzing.class)
class DocumentFuzzTest {
    @Provide
    Arbitrary<byte[]> documents() throws IOException {
        return Mutations.of(List.of(
                Samples.pdf(),
                Samples.image("jpg", 300, 200),
                Samples.image("png", 300, 200),
                Samples.image("bmp", 300, 200),
                Samples.image("tif", 300, 200),
                Samples.gif(2),
                Samples.webpExtended(300, 200),
                Samples.webpLossless(300, 200),
                Samples.webpLossy(300, 200),
                Samples.zip("word/document.xml")));
    }

    @Property
    void arbitraryBytesAreCheckedAtLowCost(
            @ForAll @From("documents") byte[] bytes, @ForAll DocumentRules rules, @ForAll boolean streamed)
            throws Exception {
        Document document = streamed
                ? new Document.OneShot(Optional.empty(), new ByteArrayInputStream(bytes))
                : Documents.bytes(Optional.of("page.jpg"), ByteBuffer.wrap(bytes));
        try {
            Document taken = rules.check(document, "crop");

            assertThat(taken.open().readAllBytes()).isEqualTo(bytes);
        } catch (DocprocDocumentException refused) {
            assertThat(refused.isRetryable()).isFalse();
        }
    }

    @Property
    void anyNameBecomesSafe(@ForAll @StringLength(max = 2_000) String given) throws Exception {
        Optional<String> name = FileNames.safe(given);

        assertThat(name.orElse("name"))
                .isNotBlank()
                .doesNotContain("/", "\\", "\"", "\r", "\n", "\0")
                .isNotIn(".", "..");
        assertThat(name.orElse("name").getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
    }
}
