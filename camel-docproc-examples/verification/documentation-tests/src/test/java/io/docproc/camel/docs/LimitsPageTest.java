/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of limits and billed calls show what the component does. */
final class LimitsPageTest {
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-limits.adoc");
    private static final Pattern TABLE = Pattern.compile("(?ms)^(// table: (\\w+)\\n\\|===\\n).*?(?=^\\|===$)");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path folder;

    @Test
    void theTablesAreUpToDate() throws IOException {
        LimitTables tables = new LimitTables(service, folder);
        Matcher page = TABLE.matcher(Files.readString(PAGE));

        assertThat(page.results()).hasSize(3);
        GeneratedPage.assertUpToDate(
                PAGE, page.replaceAll(table -> Matcher.quoteReplacement(table.group(1) + rows(tables, table))));
    }

    @Test
    void theTypesOfAParseThatTheServiceChecksAreSent() throws IOException {
        service.respondWith(Replies.PARSE);
        Matcher types = Pattern.compile("Types of a parse \\(40303\\) \\| (.*)").matcher(Files.readString(PAGE));
        assertThat(types.find()).isTrue();

        for (String type : types.group(1).split(", ")) {
            service.call("docproc:parseSync?fileName=a." + type, "content".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(service.server().getAllServeEvents()).hasSize(19);
    }

    /** The component leaves the limits of pages to the service: it sends only what a route sets. */
    @ParameterizedTest
    @CsvSource({"extract?pageCount=101, 101", "parseSync?pageRange=1-5001, 1-5001"})
    void pagesAboveTheLimitOfThePageAreSent(String uri, String pages) {
        service.respondWith(uri.startsWith("extract") ? Replies.EXTRACT : Replies.PARSE);

        service.call("docproc:" + uri, Replies.DOCUMENT, Map.of("CamelDocprocSchema", Replies.SCHEMA));

        assertThat(service.requestBody()).contains(pages);
    }

    private static String rows(LimitTables tables, MatchResult table) {
        try {
            return tables.render(table.group(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
