/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.model.ParseJob;
import io.docproc.test.DocprocTestService;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import javax.imageio.ImageIO;
import org.apache.camel.CamelContext;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.ProducerTemplate;

/** Assertions about the routes of {@code compatibility/}, which are the same in YAML, XML and Spring XML. */
final class RouteAssertions {
    private static final byte[] DOCUMENT = "%PDF-1.7 invoice".getBytes(UTF_8);
    private static final long TIMEOUT_MILLIS = 30_000;

    private final CamelContext context;
    private final DocprocTestService service;
    private final String publicUrl;

    RouteAssertions(CamelContext context, DocprocTestService service, String publicUrl) {
        this.context = context;
        this.service = service;
        this.publicUrl = publicUrl;
    }

    /** Asserts that photos are cropped, fields extracted, refusals thrown and only signed callbacks accepted. */
    void assertAllRoutes() throws Exception {
        byte[] photo = photo();
        try (ProducerTemplate producer = context.createProducerTemplate();
                ConsumerTemplate consumer = context.createConsumerTemplate()) {
            assertThat(producer.requestBody("direct:crop", photo, byte[].class)).startsWith(0xFF, 0xD8);

            service.whenCrop().fail(40303).times(1);
            assertThatThrownBy(() -> producer.requestBody("direct:crop", photo))
                    .rootCause()
                    .isInstanceOf(DocprocDocumentException.class);
            assertThat(service.calls("crop")).hasSize(2);

            service.whenExtract().respond(Map.of("total", "12.00"));
            assertThat(producer.requestBody("direct:extract", DOCUMENT)).isEqualTo(Map.of("total", "12.00"));

            ParseJob job = producer.requestBody("direct:parse", DOCUMENT, ParseJob.class);
            assertThat(statusOfForgedCallback()).isEqualTo(401);
            service.completeJob(job.jobId());
            assertThat(consumer.receiveBody("seda:completed", TIMEOUT_MILLIS, String.class))
                    .contains("Sample text");
        }
        assertThat(service.billedCalls()).hasSize(3);
    }

    private static byte[] photo() throws IOException {
        ByteArrayOutputStream photo = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(40, 60, BufferedImage.TYPE_INT_RGB), "jpg", photo);
        return photo.toByteArray();
    }

    private int statusOfForgedCallback() throws Exception {
        HttpRequest forged = HttpRequest.newBuilder(URI.create(publicUrl + "/docproc/completions"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"job_id\":\"j-1\",\"status\":\"completed\"}"))
                .build();
        return HttpClient.newHttpClient()
                .send(forged, BodyHandlers.discarding())
                .statusCode();
    }
}
