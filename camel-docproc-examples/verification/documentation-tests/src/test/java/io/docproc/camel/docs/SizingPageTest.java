/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The measured figures of the page on sizing are those of the benchmark. */
final class SizingPageTest {
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-nodes.adoc");
    private static final Pattern THREE_CELLS = Pattern.compile("(?m)^\\| ([^|\\n]+) \\| ([^|\\n]+) \\| ([^|\\n]+)$");
    private static final Pattern RATE_LIMIT = Pattern.compile("rate limit of (\\d+) calls per second, 60 s");
    private static final double USED_PART = 0.9;

    private final String page = read(PAGE);
    private final String benchmark = read(GeneratedPage.PAGES.resolve("maintainers/benchmark.adoc"));

    @Test
    void theMeasuredFiguresAreThoseOfTheBenchmark() throws IOException {
        String section = section("measured");
        String header = "| Measure | Figure | Conclusion";
        assertThat(section).contains(header);

        String refreshed = THREE_CELLS
                .matcher(section)
                .replaceAll(row -> Matcher.quoteReplacement(row.group().equals(header) ? header : refreshed(row)));

        GeneratedPage.assertUpToDate(PAGE, page.replace(section, refreshed));
    }

    private String refreshed(MatchResult row) {
        List<String> lines = benchmark.lines().toList();
        int measure = lines.indexOf("|" + row.group(1));
        assertThat(measure).as("row of the benchmark: %s", row.group(1)).isPositive();
        String figure = lines.get(measure + 1).substring(1);
        return "| " + row.group(1) + " | " + figure + " | " + conclusion(row, Double.parseDouble(figure.split(" ")[0]));
    }

    /** Returns the conclusion, computed from the figure if it contains one. */
    private static String conclusion(MatchResult row, double figure) {
        Matcher limit = RATE_LIMIT.matcher(row.group(1));
        if (limit.matches()) {
            int allowed = Integer.parseInt(limit.group(1)) * 60;
            assertThat(figure / allowed).isGreaterThan(USED_PART);
            return String.format(
                    Locale.ROOT, "%,.0f / %,d = %.3f of the rate limit", figure, allowed, figure / allowed);
        }
        return row.group(3);
    }

    /** Returns the text from an anchor to the next heading after its own. */
    private String section(String anchor) {
        int start = page.indexOf("\n[#" + anchor + "]\n");
        assertThat(start).as("anchor %s", anchor).isPositive();
        int heading = page.indexOf("\n== ", start);
        int end = page.indexOf("\n== ", heading + 1);
        return page.substring(start, end < 0 ? page.length() : end);
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
