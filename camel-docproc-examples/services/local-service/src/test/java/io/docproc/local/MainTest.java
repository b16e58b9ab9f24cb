/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Main main = new Main();

    @Test
    void itPrintsItsAddressAndALineForEachCallWithoutTheSecret() throws Exception {
        assertThat(run("--port", "0", "--app-id", "me", "--secret-code", "hush-hush"))
                .isZero();
        try (LocalService service = main.service()) {
            get(service, "/user/finance/balance", "hush-hush");
            get(service, "/user/finance/balance", "wrong-guess");

            assertThat(out.toString())
                    .contains("Local service at " + service.baseUrl() + ", App ID me")
                    .contains("if the program tesseract is installed")
                    .containsPattern("balance 200 \\d+ ms")
                    .containsPattern("balance 40102 \\d+ ms")
                    .doesNotContain("hush-hush", "wrong-guess");
        }
    }

    @Test
    void theOptionsAreAppliedToTheService() throws Exception {
        run("--port", "0", "--balance", "7.5", "--fault", "operation=packages,kind=qps");
        try (LocalService service = main.service()) {
            assertThat(get(service, "/user/finance/balance", "local-secret")).contains("\"available_balance\":7.5");
            assertThat(get(service, "/user/finance/package", "local-secret")).contains("40306");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --qps      | -1                    | requestsPerSecond is -1; allowed are
                    --fault    | kind=nonsense         | kind is nonsense; allowed:
                    --fault    | nonsense              | key=value pairs
                    --balance  | -1                    | balance is -1; allowed are
                    --port     | many                  | '--port'
                    """)
    void anInvalidOptionIsReported(String option, String value, String reason) {
        assertThat(run(option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(reason);
    }

    @Test
    void anOccupiedPortIsReportedInOneLine() throws Exception {
        run("--port", "0");
        try (LocalService service = main.service()) {
            String port = String.valueOf(service.port());

            assertThat(run("--port", port)).isEqualTo(CommandLine.ExitCode.SOFTWARE);
            assertThat(err.toString())
                    .isEqualToIgnoringNewLines(
                            "cannot listen on 127.0.0.1:" + port + "; use another port, or 0 for a free one");
        }
    }

    @Test
    void helpListsTheOptions() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--port", "--app-id", "--secret-code", "--qps", "--balance", "--fault");
    }

    private int run(String... args) {
        return new CommandLine(main)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    private static String get(LocalService service, String path, String secretCode) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.baseUrl() + path))
                .header("x-ti-app-id", secretCode.equals("local-secret") ? "local-app" : "me")
                .header("x-ti-secret-code", secretCode)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
