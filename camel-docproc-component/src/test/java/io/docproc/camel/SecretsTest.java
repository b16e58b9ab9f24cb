/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.http.Redaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Secret Code and a document's password show nowhere. */
@Timeout(90)
class SecretsTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void neitherSecretShowsInAnyLogExceptionDumpOrManagementValue() throws Exception {
        Path output = directory.resolve("output.txt");
        Process scenario = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace",
                        "-Dorg.slf4j.simpleLogger.log.org.apache.hc.client5.http.wire=info",
                        "-Dorg.slf4j.simpleLogger.log.org.apache.hc.client5.http.headers=info",
                        SecretsScenario.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(scenario.waitFor()).as("the scenario's exit code").isZero();
        List<String> lines = Files.readAllLines(output);
        assertThat(lines)
                .as("what the scenario shows")
                .anyMatch(line -> line.contains("TRACE") && line.contains("docproc"))
                .anyMatch(line -> line.contains("xxxxxx is wrong"))
                .anyMatch(line -> line.contains("not xxxxxx: nor xxxxxx"))
                .anyMatch(line -> line.contains("You sent xxxxxx and xxxxxx"))
                .anyMatch(line -> line.contains("type=endpoints"))
                .contains(SecretsScenario.FINISHED);
        assertThat(lines).filteredOn(line -> showsASecret(line)).isEmpty();
    }

    private static boolean showsASecret(String line) {
        return line.contains(SecretsScenario.SECRET_CODE.substring(0, 12))
                || line.contains(SecretsScenario.PDF_PASSWORD);
    }
}
