/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.RotatingValueSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The route whose documents the service downloads from presigned URLs. */
class S3UrlTest extends WithS3Server {
    private static final Path SAMPLES = Path.of("../shared/samples");
    private static final String KEY = "2026/a b+c/合同.pdf";

    private final Main application = new Main();
    private S3Client s3;
    private S3Presigner presigner;

    private void start(S3Fixture fixture, String endpoint, String dsl) throws Exception {
        s3 = S3Fixture.client(URI.create(endpoint));
        presigner = S3Presigner.builder()
                .endpointOverride(server.endpoint())
                .region(Region.US_EAST_1)
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
        application.bind("s3", s3);
        application.bind("presigner", presigner);
        application.configure().setRoutesIncludePattern("classpath:s3-url/s3-url.camel." + dsl);
        fixture.properties().forEach(application::addProperty);
        application.addProperty("docproc.state", home.toString());
        application.addProperty("camel.component.docproc.base-url", "{{docproc.baseUrl}}");
        application.addProperty("camel.component.docproc.requests-per-second", "0");
        application.start();
    }

    @AfterEach
    void stop() {
        application.stop();
        presigner.close();
        s3.close();
    }

    private static long submissions(S3Fixture fixture) {
        return fixture.calls().stream()
                .filter(call -> call.startsWith("parseAsync "))
                .count();
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void theServiceDownloadsTheObjectsAndThisApplicationNone(String dsl) throws Exception {
        Queue<String> reads = new ConcurrentLinkedQueue<>();
        try (S3Fixture fixture = new S3Fixture(home, server.endpoint());
                RejectingS3Proxy proxy = new RejectingS3Proxy(
                        server.endpoint(),
                        call -> {
                            String path = call.getRequestURI().getPath();
                            if (call.getRequestMethod().equals("GET") && path.contains(".")) {
                                reads.add(path);
                            }
                            return false;
                        },
                        0)) {
            fixture.put(KEY, SAMPLES.resolve("documents/supply-contract.pdf"));
            fixture.put("broken.pdf", "%PDF-1.7\nand nothing more");
            start(fixture, proxy.endpoint(), dsl);

            await().until(() -> fixture.keys("inbox").isEmpty());

            assertThat(fixture.text("results", KEY + ".json")).contains("Supply Contract");
            assertThat(fixture.keys("results")).hasSize(1);
            assertThat(fixture.keys("done")).containsExactlyInAnyOrder(KEY, "broken.pdf");
            assertThat(fixture.keys("failed")).containsExactly("broken.pdf", "broken.pdf.error.txt");
            assertThat(fixture.text("failed", "broken.pdf.error.txt")).contains("40422");
            assertThat(submissions(fixture)).isEqualTo(2);
            assertThat(reads).isEmpty();
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void anObjectThatCannotBeMovedIsParsedOnce(String dsl) throws Exception {
        Queue<String> moves = new ConcurrentLinkedQueue<>();
        try (S3Fixture fixture = new S3Fixture(home, server.endpoint());
                RejectingS3Proxy refusing = new RejectingS3Proxy(
                        server.endpoint(),
                        call -> call.getRequestMethod().equals("DELETE")
                                && moves.add(call.getRequestURI().getPath()),
                        2)) {
            fixture.put("a.txt", "delivery");
            start(fixture, refusing.endpoint(), dsl);

            await().until(() -> fixture.keys("inbox").isEmpty());

            assertThat(moves).hasSize(3);
            assertThat(submissions(fixture)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docproc:crop?enhanceMode=5 | photos/receipt-on-desk.bmp",
                "docproc:extract?schema=RAW({\"properties\":{\"total\":{\"type\":\"string\"}}}) | documents/invoice-ruled.pdf"
            })
    void cropAndExtractTakeAPresignedUrl(String uri, String sample) throws Exception {
        try (S3Fixture fixture = new S3Fixture(home, server.endpoint())) {
            start(fixture, server.endpoint().toString(), "yaml");
            application.getCamelContext().getRouteController().stopRoute("s3-url");
            fixture.put(KEY, SAMPLES.resolve(sample));
            String url = presigner
                    .presignGetObject(it -> it.signatureDuration(Duration.ofMinutes(1))
                            .getObjectRequest(
                                    get -> get.bucket(fixture.bucket("inbox")).key(KEY)))
                    .url()
                    .toString();

            byte[] result = application
                    .getCamelTemplate()
                    .requestBodyAndHeader(uri, null, "CamelDocprocFileUrl", url, byte[].class);

            assertThat(result).isNotEmpty();
            assertThat(fixture.calls()).hasSize(1).first().asString().contains(" 200 ");
        }
    }
}
