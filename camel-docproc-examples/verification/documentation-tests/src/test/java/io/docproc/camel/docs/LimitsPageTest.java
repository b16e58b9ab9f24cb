/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.GeneratedPage;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

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

    private static String rows(LimitTables tables, MatchResult table) {
        try {
            return tables.render(table.group(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
