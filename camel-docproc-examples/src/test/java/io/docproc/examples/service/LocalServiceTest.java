/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service;

import static io.docproc.examples.service.RunningService.EXTRACT;
import static io.docproc.examples.service.RunningService.PARSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service, real document work included. */
class LocalServiceTest {
    private static final Path PHOTOS = Path.of("samples", "photos");
    private static final String INVOICE =
            "Invoice\nInvoice number: R-2026-17\nTotal amount: 118.40 EUR\nDate: 2026-02-03\n";

    @TempDir
    Path temp;

    @Test
    void aPhotographedInvoiceComesBackCutOutAtItsCorners() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            JsonNode result = service.crop("", Files.readAllBytes(PHOTOS.resolve("invoice-on-wood.jpg")))
                    .json()
                    .path("result");

            JsonNode expected = new JsonMapper()
                    .readTree(PHOTOS.resolve("invoice-on-wood.corners.json").toFile());
            JsonNode image = result.at("/image_list/0");
            assertThat(result.path("origin_width")).isEqualTo(expected.path("width"));
            for (int i = 0; i < 8; i++) {
                assertThat(image.at("/position/" + i).asDouble())
                        .isCloseTo(expected.at("/corners/" + i).asDouble(), within(15.0));
            }
            BufferedImage jpeg =
                    ImageIO.read(new ByteArrayInputStream(image.path("image").binaryValue()));
            assertThat(jpeg.getWidth()).isEqualTo(image.path("cropped_width").asInt());
            assertThat(jpeg.getHeight()).isEqualTo(image.path("cropped_height").asInt());
            assertThat(service.leftovers()).isEmpty();
        }
    }

    @Test
    void aTextThatCallsItselfAPhotoIsRefused() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            assertThat(service.crop("", INVOICE.getBytes()).code()).isIn(40301, 40303);
            assertThat(service.calls("crop").at("/charged/package_calls").asInt())
                    .isZero();
        }
    }

    @Test
    void fieldsAreExtractedWithCitations() throws Exception {
        String base64 = Base64.getEncoder().encodeToString(INVOICE.getBytes());
        try (RunningService service = RunningService.real(temp)) {
            JsonNode result = service.postJson(
                            EXTRACT,
                            """
                            {"file":{"file_name":"invoice.txt","file_base64":"%s"},
                             "schema":{"type":"object","properties":{"invoice_number":{"type":"string"}}},
                             "extract_options":{"generate_citations":true}}
                            """
                                    .formatted(base64))
                    .json()
                    .path("result");

            assertThat(result.at("/extracted_schema/invoice_number").asText()).isEqualTo("R-2026-17");
            assertThat(result.at("/citations/invoice_number/bounding_regions/0/position"))
                    .hasSize(8);
        }
    }

    @Test
    void aWrongExtractionOptionIsNamed() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            RunningService.Reply reply = service.postJson(
                    EXTRACT,
                    "{\"file\":{\"file_base64\":\"aGVsbG8=\"},\"parse_options\":{\"parse_mode\":\"best\"},"
                            + "\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}}");

            assertThat(reply.code()).isEqualTo(40004);
            assertThat(reply.json().path("message").asText()).contains("parse_options.parse_mode", "best", "scan");
        }
    }

    @Test
    void aDocumentIsParsedToMarkdown() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            JsonNode data = service.post(
                            PARSE,
                            "multipart/form-data; boundary=edge",
                            BodyPublishers.ofString(
                                    "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
                                            + INVOICE + "\r\n--edge--\r\n"))
                    .json()
                    .path("data");

            assertThat(data.path("markdown").asText()).contains("R-2026-17");
            assertThat(data.at("/metadata/page_count").asInt()).isEqualTo(1);
        }
    }

    @Test
    void itSaysSoWhenItIsNotRunning() throws Exception {
        LocalService service =
                new LocalService(new LocalServiceOptions().port(0).temporaryFolder(temp));
        service.close();
        assertThatThrownBy(service::port).isInstanceOf(IllegalStateException.class);

        service.start();
        assertThatThrownBy(service::start).isInstanceOf(IllegalStateException.class);
        service.close();
        service.close();

        assertThatThrownBy(service::baseUrl).isInstanceOf(IllegalStateException.class);
        assertThat(temp).isEmptyDirectory();
    }
}
