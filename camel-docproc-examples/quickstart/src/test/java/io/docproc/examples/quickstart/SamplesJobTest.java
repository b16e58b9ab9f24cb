/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("endurance")
class SamplesJobTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void everySampleHasItsResultAndItsEntryInTheReport(String dsl) throws Exception {
        JobFixture job = new JobFixture(folder).with("docproc.dsl", dsl);

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(JobFixture.names(job.inbox())).isEmpty();
        assertThat(JobFixture.names(job.failed(""))).isEmpty();
        for (String photo : samples("photos")) {
            BufferedImage page = ImageIO.read(job.outbox(photo + ".jpg").toFile());
            assertThat(page.getHeight()).as("%s stands upright", photo).isGreaterThan(page.getWidth());
        }
        for (String document : samples("documents")) {
            assertThat(job.fields(document).path("invoice_number"))
                    .as(document)
                    .isEqualTo(truth(document).path("invoice_number"));
        }
        assertThat(job.fields("invoice-ruled.pdf").path("total").decimalValue()).isEqualByComparingTo("2748.00");
        assertThat(job.fields("invoice-two-pages.pdf").path("items"))
                .hasSameSizeAs(truth("invoice-two-pages.pdf").path("items"));
        List<String> all = Stream.concat(samples("photos").stream(), samples("documents").stream())
                .toList();
        assertThat(JobFixture.names(job.outbox("originals"))).containsExactlyInAnyOrderElementsOf(all);
        assertThat(job.report()).contains(all);
        assertThat(job.console())
                .contains("copied " + all.size() + " samples")
                .contains("[" + all.size() + "/" + all.size() + "]")
                .contains(all.size() + " documents: " + samples("photos").size() + " cropped, "
                        + samples("documents").size() + " extracted, 0 failed")
                .contains("and " + (1000 - all.size()) + " prepaid calls after");
    }

    private static List<String> samples(String kind) throws IOException {
        return JobFixture.names(JobFixture.SAMPLES.resolve(kind)).stream()
                .filter(name -> !name.endsWith(".json"))
                .toList();
    }

    private static JsonNode truth(String document) throws IOException {
        String base = document.substring(0, document.lastIndexOf('.'));
        Path fields = JobFixture.SAMPLES.resolve("documents").resolve(base + ".fields.json");
        assertThat(Files.exists(fields)).as("%s", fields).isTrue();
        return JobFixture.json(fields);
    }
}
