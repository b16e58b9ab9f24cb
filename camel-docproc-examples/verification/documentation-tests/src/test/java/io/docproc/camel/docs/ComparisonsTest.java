/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Comparisons in the routes of documentation and examples. Up to Camel 4.22, Simple ignores the fraction of a decimal
 * number, so only {@code >=} and {@code <} with a whole number from 1 are right, and comparisons of its text.
 */
final class ComparisonsTest {
    private static final Pattern COMPARISON =
            Pattern.compile("(?<!`[+])\\$\\{([^{}]+)}\\s*(>=|<=|>|<|==|!=)\\s*(-?[0-9.]+|\\{\\{[^}]+}})");

    /** Expressions whose value is a text, or never has a fraction. */
    private static final Pattern EXACT =
            Pattern.compile(".*(toString\\(\\)|[pP]age|length\\(\\)|size\\(\\)|[cC]ode]?|[sS]tatus|Count|index)");

    private static final List<String> FILES = List.of(".yaml", ".xml", ".adoc", ".md", ".java");

    @Test
    @CoversFault(79)
    void noRouteComparesANumberWithoutItsFraction() throws IOException {
        assertThat(files()).hasSizeGreaterThan(100);
        assertThat(files().stream().flatMap(ComparisonsTest::wrong)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "${body[total]} > 1000, false",
        "${body[total]} &lt;= 1000, false",
        "${body[total]} == 1000, false",
        "${body[total]} >= 0.05, false",
        "${body.availableBalance} >= {{minimum}}, false",
        "${body[total]} >= 1000, true",
        "${body[total]} &lt; 1000, true",
        "${body[total].toString()} > 1000, true",
        "${body.remainCount} > 1000, true"
    })
    void aComparisonThatIgnoresTheFractionIsFound(String comparison, boolean right) {
        assertThat(wrongComparisons(comparison).findAny().isEmpty()).isEqualTo(right);
    }

    private static Stream<String> wrong(Path file) {
        try {
            return wrongComparisons(Files.readString(file)).map(comparison -> file + ": " + comparison);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> wrongComparisons(String text) {
        return COMPARISON
                .matcher(text.replace("&gt;", ">").replace("&lt;", "<"))
                .results()
                .filter(comparison -> !isRight(comparison))
                .map(MatchResult::group);
    }

    private static boolean isRight(MatchResult comparison) {
        boolean isWhole = comparison.group(3).matches("[1-9][0-9]*");
        return EXACT.matcher(comparison.group(1)).matches()
                || isWhole && List.of(">=", "<").contains(comparison.group(2));
    }

    private static List<Path> files() throws IOException {
        return Repository.files().stream()
                .filter(file -> FILES.stream().anyMatch(file.toString()::endsWith))
                .filter(file -> !file.endsWith("ComparisonsTest.java"))
                .toList();
    }
}
