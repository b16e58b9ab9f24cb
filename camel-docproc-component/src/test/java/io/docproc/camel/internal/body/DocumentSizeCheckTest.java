/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentSizeCheckTest {
    private static final long MB = 1024 * 1024;

    @TempDir
    Path folder;

    @ParameterizedTest
    @Survives(22)
    @CsvSource({"CROP, 52428800", "EXTRACT, 52428800", "PARSE, 524288000"})
    void fileUpToMaximumSizeIsAccepted(DocumentRules rules, long limit) throws IOException {
        assertThat(check(file(limit - 1), rules).length()).hasValue(limit - 1);
        assertThat(check(file(limit), rules).length()).hasValue(limit);

        DocprocDocumentException refusal = refusal(file(limit + 1), rules);
        assertThat(refusal.getCode()).isEqualTo(40302);
        assertThat(refusal).hasMessageContaining("" + (limit + 1)).hasMessageContaining("at most " + limit);
    }

    @Test
    @Survives(21)
    void fileOfFiveGigabytesIsRejectedUnread() throws IOException {
        Document huge = file(5L << 30);
        Files.delete(folder.resolve("huge.pdf"));

        assertThat(refusal(huge, DocumentRules.PARSE).getCode()).isEqualTo(40302);
    }

    @Test
    void streamUpToMaximumSizeIsReadAndALongerOneRejectedWhileRead() throws IOException {
        Samples.Watched source = Samples.endless(Samples.pdf(), 50 * MB);
        assertThat(countBytes(check(Samples.oneShot(source), DocumentRules.CROP)))
                .isEqualTo(50 * MB);
        assertThat(source.closed()).isTrue();

        Samples.Watched longer = Samples.endless(Samples.pdf(), 50 * MB + 1);
        Document checked = check(Samples.oneShot(longer), DocumentRules.CROP);
        assertThatThrownBy(() -> countBytes(checked))
                .isInstanceOfSatisfying(DocprocDocumentException.class, refusal -> assertThat(refusal.getCode())
                        .isEqualTo(40302))
                .hasMessageContaining("at most 52428800");
        assertThat(longer.closed()).isTrue();
    }

    @Test
    void onlyHeadOfStreamIsReadAhead() throws IOException {
        Samples.Watched source = Samples.endless(Samples.pdf(), 3 * MB);
        Document checked = check(Samples.oneShot(source), DocumentRules.CROP);

        assertThat(source.bytesRead()).isLessThanOrEqualTo(MB);
        assertThat(checked.type()).contains(DocumentType.PDF);
        assertThat(checked.repeatable()).isFalse();
        byte[] all = Samples.read(checked);
        assertThat(all).hasSize((int) (3 * MB)).startsWith(Samples.pdf());
    }

    @Test
    void checkedShortStreamIsRepeatable() throws IOException {
        Samples.Watched source = new Samples.Watched(new ByteArrayInputStream(Samples.pdf()));
        Document checked = check(Samples.oneShot(source), DocumentRules.CROP);

        assertThat(source.closed()).isTrue();
        assertThat(checked.length()).hasValue(Samples.pdf().length);
        assertThat(Samples.read(checked)).isEqualTo(Samples.pdf());
        assertThat(Samples.read(checked)).isEqualTo(Samples.pdf());
    }

    @Test
    void rejectedAndUnsentStreamsAreClosed() throws IOException {
        assertThat(refusal(Documents.cached(Optional.empty(), new InputStreamCache(new byte[0])), DocumentRules.EXTRACT)
                        .getCode())
                .isEqualTo(40305);
        Samples.Watched empty = new Samples.Watched(InputStream.nullInputStream());
        assertThat(refusal(Samples.oneShot(empty), DocumentRules.PARSE).getCode())
                .isEqualTo(40305);
        assertThat(empty.closed()).isTrue();

        Samples.Watched program = Samples.endless(Samples.ascii("\177ELF\2\1\1"), 3 * MB);
        assertThat(refusal(Samples.oneShot(program), DocumentRules.CROP).getCode())
                .isEqualTo(40303);
        assertThat(program.closed()).isTrue();

        Samples.Watched unsent = Samples.endless(Samples.pdf(), 3 * MB);
        check(Samples.oneShot(unsent), DocumentRules.CROP).close();
        assertThat(unsent.closed()).isTrue();
    }

    @Test
    void unreadableStreamIsClosedAndIsTheCause() {
        Samples.Watched source = new Samples.Watched(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("bucket gone");
            }
        });

        assertThat(refusal(Samples.oneShot(source), DocumentRules.CROP))
                .hasMessageContaining("bucket gone")
                .hasRootCauseMessage("bucket gone");
        assertThat(source.closed()).isTrue();
    }

    private Document check(Document document, DocumentRules rules) {
        return rules.check(document, "any");
    }

    private DocprocDocumentException refusal(Document document, DocumentRules rules) {
        DocprocDocumentException refusal =
                catchThrowableOfType(DocprocDocumentException.class, () -> check(document, rules));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** A PDF as long as asked that takes no room on the disk. */
    private Document file(long length) throws IOException {
        Path path = folder.resolve("huge.pdf");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(Samples.pdf());
            file.setLength(length);
        }
        return Documents.file(path, Optional.of("huge.pdf"), Files.readAttributes(path, BasicFileAttributes.class));
    }

    private static long countBytes(Document document) throws IOException {
        try (InputStream in = document.open()) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
