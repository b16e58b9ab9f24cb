/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CoversFault;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    private static Stream<Arguments> names() {
        return Stream.of(
                Arguments.of("invoice.pdf", "invoice.pdf"),
                Arguments.of("../../etc/passwd", "passwd"),
                Arguments.of("C:\\temp\\scan.jpg", "scan.jpg"),
                Arguments.of("in\\box/mixed.png", "mixed.png"),
                Arguments.of("合同 2026（终稿）.pdf", "合同 2026（终稿）.pdf"),
                Arguments.of("O'Brien; 100%.pdf", "O'Brien; 100%.pdf"),
                Arguments.of("a\r\nX-Evil: 1\r\n\r\n\".pdf", "aX-Evil: 1_.pdf"),
                Arguments.of("a\0b\tc\u007Fd\u0085e\u2028f.pdf", "abcdef.pdf"),
                Arguments.of("\u202Efdp.\u2066exe\u200F", "fdp.exe"),
                Arguments.of("a\uD83Db\uD83D\uDE00.pdf", "ab\uD83D\uDE00.pdf"),
                Arguments.of("n".repeat(300) + ".docx", "n".repeat(250) + ".docx"),
                Arguments.of("发".repeat(300) + ".pdf", "发".repeat(83) + ".pdf"),
                Arguments.of("a." + "x".repeat(400), "a." + "x".repeat(253)));
    }

    @ParameterizedTest
    @CoversFault(20)
    @MethodSource("names")
    void theLastSegmentIsKeptWithoutControlCharactersUpTo255Bytes(String given, String safe) {
        assertThat(FileNames.safe(given)).contains(safe);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ".", "..", "a/b/", "\\", "x/..", "\r\n"})
    void unusableNameIsEmpty(String given) {
        assertThat(FileNames.safe(given)).isEmpty();
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
}
