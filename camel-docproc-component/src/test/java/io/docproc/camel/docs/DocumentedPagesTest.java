/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.operation.DocprocOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the page refers to is there, and its tables say what the code does. */
final class DocumentedPagesTest {
    private static final Path PAGES = Path.of("src/main/docs");
    private static final Pattern INCLUDE =
            Pattern.compile("^include::([^\\[]+)\\[(?:tag=([\\w-]+))?]$", Pattern.MULTILINE);

    private final String page = read(PAGES.resolve("docproc-component.adoc"));

    @Test
    void everyIncludedSnippetIsThere() {
        List<MatchResult> includes = INCLUDE.matcher(page).results().toList();

        assertThat(includes).hasSizeGreaterThan(20).allSatisfy(include -> {
            Path snippet = PAGES.resolve(include.group(1)).normalize();
            assertThat(snippet).exists();
            if (include.group(2) != null) {
                assertThat(read(snippet))
                        .as("%s", snippet)
                        .containsOnlyOnce("tag::" + include.group(2) + "[]")
                        .containsOnlyOnce("end::" + include.group(2) + "[]");
            }
        });
    }

    @Test
    void noCodeStandsInThePageThatNoTestRuns() {
        assertThat(page).containsPattern(INCLUDE).doesNotContain("- route:", "<route", "from(\"");
    }

    @ParameterizedTest
    @EnumSource
    void everyOperationHasItsSection(DocprocOperation operation) {
        assertThat(page).contains("\n=== " + operation + "\n", "\n| `" + operation + "` |");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/interface/error-codes.csv", numLinesToSkip = 1)
    void everyCodeStandsInARowWithItsException(int code, String meaning, String exception, boolean retryable) {
        assertThat(page.lines().filter(line -> line.matches("\\| .*\\b" + code + "\\b.*")))
                .singleElement()
                .asString()
                .contains("| `" + exception + "`")
                .endsWith(retryable ? "| yes" : "| no");
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
