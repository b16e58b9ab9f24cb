/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.cfg.PackageVersion;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.impl.engine.SimpleCamelContext;
import org.apache.hc.core5.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/** The table of versions in the documentation: each run has its row. {@code -Ddocs.write=true} writes it. */
class VersionsTest {
    private static final Path PAGE = Path.of(System.getProperty("docs.folder")).resolve("docproc-embedding.adoc");
    private static final int MINIMUM_JAVA = 17;
    private static final String HEADER = "| Camel | Java | Jackson | HttpClient | Spring Boot\n";

    @Test
    void documentationHasTheVersionsOfThisRun() throws Exception {
        assertThat(new SimpleCamelContext().getVersion()).isEqualTo(System.getProperty("expected.camel"));
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            page = withRow(page);
            Files.writeString(PAGE, page);
        }
        assumeTrue(
                Runtime.version().feature() == MINIMUM_JAVA || page.contains(key()),
                "The table has another Java than the one of this machine");
        assertThat(page).contains(row());
    }

    private static String row() {
        return key() + " | " + PackageVersion.VERSION + " | " + httpClient() + " | " + SpringBootVersion.getVersion()
                + "\n";
    }

    private static String key() {
        return "| " + new SimpleCamelContext().getVersion() + " | "
                + Runtime.version().feature();
    }

    private static String httpClient() {
        return VersionInfo.loadVersionInfo("org.apache.hc.client5", VersionsTest.class.getClassLoader())
                .getRelease();
    }

    /** Rows are in the order of the runs. */
    private static String withRow(String page) {
        int begin = page.indexOf(HEADER) + HEADER.length();
        int end = page.indexOf("|===", begin);
        List<String> rows = new ArrayList<>(page.substring(begin, end)
                .lines()
                .filter(line -> !line.startsWith(key() + " |"))
                .toList());
        rows.add(row().stripTrailing());
        rows.sort(Comparator.comparing(VersionsTest::order));
        return page.substring(0, begin) + String.join("\n", rows) + "\n" + page.substring(end);
    }

    private static Version order(String row) {
        String[] cells = row.split(" *\\| *");
        return Version.parse(cells[1] + "." + cells[2]);
    }
}
