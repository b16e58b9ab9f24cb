/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of versions in the documentation has the result of each run. {@code -Ddocs.write=true} writes it.
 */
class CompatibilityTableTest {
    private static final Path PAGE = Path.of(System.getProperty("docs.folder")).resolve("docproc-embedding.adoc");
    private static final List<String> COLUMNS = List.of(
            "Camel", "Jackson", "HttpClient", "Spring Boot", "JUnit", "Java 17", "Java 25", "Java 25, virtual threads");
    private static final String HEADER = "| " + String.join(" | ", COLUMNS) + "\n";
    private static final int VERSIONS = 4;

    private final String page = Files.readString(PAGE);
    private final int begin = page.indexOf(HEADER) + HEADER.length();
    private final int end = page.indexOf("|===", begin);
    private final Map<Version, String[]> rows = new TreeMap<>();

    CompatibilityTableTest() throws IOException {
        page.substring(begin, end).lines().forEach(line -> {
            String[] cells = Arrays.stream(line.split("\\|", -1))
                    .skip(1)
                    .map(String::strip)
                    .toArray(String[]::new);
            rows.put(Version.parse(cells[0]), cells);
        });
    }

    @Test
    void thePageHasTheResultsOfTheRuns() throws Exception {
        for (Path reports : reports()) {
            addRun(reports);
        }
        StringBuilder table = new StringBuilder();
        rows.values()
                .forEach(cells ->
                        table.append(String.join(
                                        " ",
                                        Stream.of(cells)
                                                .map(cell -> ("| " + cell).strip())
                                                .toList()) + "\n"));
        String generated = page.substring(0, begin) + table + page.substring(end);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, generated);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(generated);
    }

    private String[] row(String camel) {
        return rows.computeIfAbsent(Version.parse(camel), version -> {
            String[] cells = new String[COLUMNS.size()];
            Arrays.fill(cells, "");
            cells[0] = camel;
            return cells;
        });
    }

    private void addRun(Path reports) throws IOException {
        List<String> suites = new ArrayList<>();
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList()) {
                suites.add(Files.readString(file));
            }
        }
        String all = String.join("\n", suites);
        String column = "Java " + property(all, "java.specification.version")
                + (all.contains("name=\"camel.threads.virtual.enabled\" value=\"true\"") ? ", virtual threads" : "");
        String result = find(all, "<(?:failure|error) message=\"([^\"]{1,80})")
                .map(message -> "fails because " + message.lines().findFirst().orElseThrow())
                .orElse(all.contains("<failure") || all.contains("<error") ? "fails" : "passes");
        if (!COLUMNS.contains(column)) {
            assertThat(result).as("%s, which the table does not have", reports).isEqualTo("passes");
            return;
        }
        String[] row = row(property(all, "expected.camel"));
        String[] versions = find(all, "versions: ([\\w.| -]+)").orElseThrow().split(" \\| ");
        System.arraycopy(versions, 0, row, 1, VERSIONS);
        row[COLUMNS.indexOf(column)] = result;
    }

    private static String property(String suites, String name) {
        return find(suites, "name=\"" + Pattern.quote(name) + "\" value=\"([^\"]*)\"")
                .orElseThrow();
    }

    private static Optional<String> find(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .findFirst();
    }

    /** Returns the directories with reports of the other modules. */
    private static List<Path> reports() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."), 4)) {
            List<Path> reports = files.filter(file -> file.toString().matches(".*/target/surefire-reports[^/]*"))
                    .filter(file -> !file.startsWith("../table"))
                    .sorted()
                    .toList();
            assertThat(reports).isNotEmpty();
            return reports;
        }
    }
}
