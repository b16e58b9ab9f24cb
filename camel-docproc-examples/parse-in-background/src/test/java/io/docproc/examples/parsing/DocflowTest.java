/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.RotatingValueSource;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The route that uploads documents to the workflow service and waits for their fields. */
class DocflowTest {
    private static final Path SAMPLES = Path.of("../shared/samples/documents");

    @TempDir
    Path home;

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void theFieldsOfEachDocumentAreStoredAndAllFilesAreListed(String dsl) throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        Path inbox = Files.createDirectories(home.resolve("inbox"));
        for (String sample : List.of("invoice-ruled.pdf", "invoice-two-pages.pdf")) {
            Files.copy(SAMPLES.resolve(sample), inbox.resolve(sample));
        }
        Files.writeString(inbox.resolve("broken.pdf"), "%PDF-1.7\nand nothing more");
        Main application = new Main();
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).callLines(calls::add)).start()) {
            Map.of(
                            "docproc.folder", home.toString(),
                            "docflow.workspace", "1001",
                            "docflow.interval", "50",
                            "docflow.pageSize", "2",
                            "camel.component.docproc.base-url", service.baseUrl(),
                            "camel.component.docproc.workflow-url", service.baseUrl(),
                            "camel.component.docproc.app-id", "local-app",
                            "camel.component.docproc.secret-code", "local-secret",
                            "camel.component.docproc.requests-per-second", "0")
                    .forEach(application::addProperty);
            application.configure().setRoutesIncludePattern("classpath:docflow/docflow.camel." + dsl);
            application.start();

            await().until(() -> Files.exists(home.resolve("failed/broken.pdf"))
                    && Files.exists(home.resolve("done/invoice-ruled.pdf"))
                    && Files.exists(home.resolve("done/invoice-two-pages.pdf")));
            calls.clear();
            application.getCamelTemplate().sendBody("direct:files", null);

            assertThat(home.resolve("outbox/invoice-ruled.pdf.json"))
                    .content()
                    .contains("{\"key\":\"Number\",\"value\":\"EX-2026-0417\"}", "\"2,748.00\"");
            assertThat(Files.readAllLines(home.resolve("outbox/files.csv")))
                    .hasSize(3)
                    .anyMatch(line -> line.endsWith(",broken.pdf,failed"))
                    .anyMatch(line -> line.endsWith(",invoice-two-pages.pdf,completed"));
            assertThat(calls).as("a page of two files and one of one").hasSize(2);
        } finally {
            application.stop();
        }
    }
}
