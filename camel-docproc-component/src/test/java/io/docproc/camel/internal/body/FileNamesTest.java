/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Survives;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {

    @ParameterizedTest
    @Survives(20)
    @CsvSource({
        "invoice.pdf, invoice.pdf",
        "../../etc/passwd, passwd",
        "C:\\temp\\scan.jpg, scan.jpg",
        "in\\box/mixed.png, mixed.png",
        "合同 2026（终稿）.pdf, 合同 2026（终稿）.pdf",
        "O'Brien; 100%.pdf, O'Brien; 100%.pdf",
    })
    void lastSegmentOfPathIsKept(String given, String safe) {
        assertThat(FileNames.safe(given)).contains(safe);
    }

    @Test
    @Survives(20)
    void lineBreaksAndQuotesAreRemoved() {
        assertThat(FileNames.safe("a\r\nX-Evil: 1\r\n\r\n\".pdf")).contains("aX-Evil: 1_.pdf");
    }

    @Test
    void controlCharactersAreRemoved() {
        assertThat(FileNames.safe("a\0b\tc\u007Fd\u0085e\u2028f.pdf")).contains("abcdef.pdf");
    }

    @Test
    void bidirectionalControlsAreRemoved() {
        assertThat(FileNames.safe("\u202Efdp.\u2066exe\u200F")).contains("fdp.exe");
    }

    @Test
    void unpairedSurrogatesAreRemoved() {
        assertThat(FileNames.safe("a\uD83Db\uD83D\uDE00.pdf")).contains("ab\uD83D\uDE00.pdf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ".", "..", "a/b/", "\\", "x/..", "\r\n"})
    void unusableNameIsEmpty(String given) {
        assertThat(FileNames.safe(given)).isEmpty();
    }

    @Test
    @Survives(20)
    void longNameKeepsExtension() {
        String safe = FileNames.safe("n".repeat(300) + ".docx").orElseThrow();

        assertThat(safe).hasSize(255).endsWith("n.docx");
    }

    @Test
    @Survives(20)
    void longNameIsCutBetweenCharacters() {
        String safe = FileNames.safe("发".repeat(300) + ".pdf").orElseThrow();

        assertThat(safe).isEqualTo("发".repeat(83) + ".pdf");
        assertThat(safe.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
    }

    @ParameterizedTest
    @CsvSource({"251,4,255", "252,4,255", "300,31,255", "300,32,255"})
    void extensionUpTo32BytesIsKept(int stem, int extension, int length) {
        String end = "." + "x".repeat(extension - 1);

        assertThat(FileNames.safe("n".repeat(stem) + end).orElseThrow())
                .hasSize(length)
                .endsWith("n" + end);
        assertThat(FileNames.safe("n".repeat(300) + "." + "x".repeat(32)).orElseThrow())
                .isEqualTo("n".repeat(255));
    }

    @Test
    void overlongExtensionIsCut() {
        assertThat(FileNames.safe("a." + "x".repeat(400)).orElseThrow()).hasSize(255);
    }
}
