/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.GeneratedPage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page of the faults that the component tolerates, each with its tests. */
final class FaultTableTest {
    private static final int LAST_CALL_FAULT = 30;

    private static final String HEAD =
            """
            // SPDX-License-Identifier: Apache-2.0
            // Generated from the tests that name a fault. Refresh: %s
            = Docproc: fault tolerance
            :toc:

            *For maintainers.* Back to xref:docproc-component.adoc[Docproc].

            Each fault is provoked by real means, such as sockets that stall and reset, certificates of the test, and
            killed processes. Each row names the classes of its tests, whose methods have the annotation `@CoversFault` with the
            number of the row. After each fault, an exchange completes exactly once, and no connection, thread, file handle or
            temporary file is left behind.
            """
                    .formatted(GeneratedPage.REFRESH);

    private static final int LAST_CALLBACK_FAULT = 45;

    private static final String COLUMNS =
            """

            [width="100%",cols="1,5,7,4",options="header"]
            |===
            | | Fault | What happens | Tests
            """;

    private final SortedMap<Integer, SortedSet<String>> tests = new TreeMap<>();
    private final List<Row> rows;

    /** Fault, and its effect on a route. */
    record Row(int number, String fault, String outcome) {
        static Row of(String line) {
            String[] cells = line.split(" \\| ", 3);
            return new Row(Integer.parseInt(cells[0]), cells[1], cells[2]);
        }
    }

    FaultTableTest() throws IOException {
        try (InputStream list = FaultTableTest.class.getResourceAsStream("/faults.txt")) {
            rows = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Row::of)
                    .toList();
        }
        TestMethods.all()
                .filter(method -> method.isAnnotationPresent(CoversFault.class))
                .forEach(this::add);
    }

    private void add(Method test) {
        String testClass = "`" + test.getDeclaringClass().getSimpleName() + "`";
        Arrays.stream(test.getAnnotation(CoversFault.class).value())
                .forEach(number ->
                        tests.computeIfAbsent(number, any -> new TreeSet<>()).add(testClass));
    }

    private String render() {
        StringBuilder page = new StringBuilder(HEAD);
        section(page, "Calls", 1, LAST_CALL_FAULT);
        section(page, "Callbacks", LAST_CALL_FAULT + 1, LAST_CALLBACK_FAULT);
        section(page, "Routes, accounts, responses and jobs", LAST_CALLBACK_FAULT + 1, Integer.MAX_VALUE);
        return page.toString();
    }

    private void section(StringBuilder page, String title, int from, int to) {
        page.append("\n== ").append(title).append('\n').append(COLUMNS);
        rows.stream()
                .filter(row -> row.number >= from && row.number <= to)
                .map(row -> "| " + row.number + " | " + row.fault + " | " + row.outcome + " | "
                        + String.join(", ", tests.getOrDefault(row.number, Collections.emptySortedSet())) + "\n")
                .forEach(page::append);
        page.append("|===\n");
    }

    @Test
    void eachFaultHasATest() {
        assertThat(List.copyOf(tests.keySet()))
                .isEqualTo(rows.stream().map(Row::number).toList())
                .containsAll(
                        IntStream.rangeClosed(1, LAST_CALLBACK_FAULT).boxed().toList());
    }

    @Test
    void theFaultPageIsUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(GeneratedPage.PAGES.resolve("docproc-faults.adoc"), render());
    }
}
