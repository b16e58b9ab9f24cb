/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.GeneratedPage;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Messages on the troubleshooting page. A text of the source files is either quoted in a row of the page, at least in
 * part, or listed in {@code not-messages.txt}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TroubleshootingPageTest {
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-troubleshooting.adoc");
    private static final Path CODES = Repository.COMPONENT.resolve("src/testkit/resources/interface/error-codes.csv");
    private static final Path NOT_MESSAGES = Path.of("src/test/resources/not-messages.txt");
    private static final Pattern QUOTATION = Pattern.compile("(?m)^(?:\\| )?`\\+(.+)\\+`(?: \\+)?$");
    private static final Pattern CODE_TABLE =
            Pattern.compile("(?s)(\\| Code \\| Meaning \\| What to do\\n).*?(?=\\|===)");

    private final String page = Files.readString(PAGE);
    private final SortedSet<String> texts = MessageTexts.in(Repository.COMPONENT.resolve("src/main/java"));
    private final List<String> quotations = QUOTATION
            .matcher(page)
            .results()
            .map(quotation -> quotation.group(1))
            .toList();

    TroubleshootingPageTest() throws IOException {}

    @Test
    void eachMessageIsQuotedOnThePage() throws IOException {
        List<String> unexplained = new ArrayList<>(texts);
        // A table of values, not a message.
        unexplained.removeIf(text -> text.contains("\\n"));
        unexplained.removeIf(text -> quotations.stream().anyMatch(text::contains));
        unexplained.removeAll(advices());
        unexplained.removeAll(Files.readAllLines(NOT_MESSAGES));

        assertThat(unexplained)
                .as("texts without a row on the page; add a row, or a line to %s", NOT_MESSAGES)
                .isEmpty();
    }

    @Test
    void thePageQuotesOnlyTextsOfTheCode() {
        assertThat(quotations).isNotEmpty().doesNotHaveDuplicates().allSatisfy(quotation -> assertThat(texts)
                .anyMatch(text -> text.contains(quotation)));
    }

    @Test
    void thereIsNoObsoleteException() throws IOException {
        assertThat(texts).containsAll(Files.readAllLines(NOT_MESSAGES));
    }

    @Test
    void theTableOfCodesIsUpToDate() throws IOException {
        String rows = Files.readAllLines(CODES).stream()
                .skip(1)
                .map(line -> row(line.split(",")))
                .collect(Collectors.joining());
        Matcher table = CODE_TABLE.matcher(page);

        assertThat(table.results()).hasSize(1);
        GeneratedPage.assertUpToDate(
                PAGE, table.replaceAll((MatchResult match) -> Matcher.quoteReplacement(match.group(1) + rows)));
    }

    private static String row(String[] cells) {
        ErrorCode code = ErrorCode.of(Integer.parseInt(cells[0])).orElseThrow();
        return "| " + cells[0] + " | " + cells[1] + " | " + code.advice() + "\n";
    }

    private static List<String> advices() {
        return Arrays.stream(ErrorCode.values())
                .flatMap(TroubleshootingPageTest::advices)
                .toList();
    }

    /** Returns the advice of a code for any operation, then those for single operations. */
    private static Stream<String> advices(ErrorCode code) {
        Stream<String> byOperation =
                Arrays.stream(DocprocOperation.values()).map(operation -> code.advice(operation.name()));
        return Stream.concat(Stream.of(code.advice()), byOperation).distinct();
    }
}
