/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.RotatingValueSource;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

class PollerTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aStandByPollerTakesOverAndEachVersionIsProcessedOnce(String dsl) throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl)) {
            ExampleMain first = nodes.start("poller");
            nodes.drop("a.txt", "Delivery report a");
            nodes.until(() -> !nodes.isEmpty(QUEUE));
            nodes.start("poller");
            nodes.start("worker");
            nodes.until(() -> nodes.isEmpty(QUEUE));

            nodes.stop(first);
            // A JVM without a locale has ASCII names only.
            String folder = Charset.forName(System.getProperty("sun.jnu.encoding"))
                            .newEncoder()
                            .canEncode("ä")
                    ? "März 2026"
                    : "March 2026";
            Files.createDirectories(nodes.folder("inbox").resolve(folder));
            nodes.drop(folder + "/a+b & c.txt", "Delivery report b");
            nodes.drop("a.txt", "Delivery report a, corrected");

            nodes.until(() -> nodes.results().size() == 3);
            nodes.until(() -> nodes.isEmpty(QUEUE));
            assertThat(nodes.results())
                    .anyMatch(result -> result.contains("Delivery report b"))
                    .anyMatch(result -> result.contains("Delivery report a, corrected"));
            assertThat(nodes.calls(200)).isEqualTo(3);
        }
    }
}
