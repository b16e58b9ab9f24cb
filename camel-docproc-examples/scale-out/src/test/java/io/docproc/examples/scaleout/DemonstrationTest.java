/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
class DemonstrationTest {
    @TempDir
    private Path home;

    @Test
    void eachDocumentHasItsResultAfterAWorkerAndTheActivePollerAreKilled() throws Exception {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        Map<String, String> properties =
                Map.of("docproc.home", home.toString(), "docproc.documents", "12", "docproc.workers", "2");

        boolean successful =
                new Demonstration(properties, new PrintStream(console, true, StandardCharsets.UTF_8)).run();

        String output = console.toString(StandardCharsets.UTF_8);
        assertThat(successful).as(output).isTrue();
        assertThat(output).contains("Killed worker-", "Killed poller-");
        assertThat(output).containsPattern("documents +12").containsPattern("results +12");
    }
}
