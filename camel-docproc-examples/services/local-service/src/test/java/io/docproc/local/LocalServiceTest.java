/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.EXTRACT;
import static io.docproc.local.RunningService.PARSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service with the default processors. */
class LocalServiceTest {
    private static final Path PHOTOS = Path.of("../../shared/samples", "photos");
    private static final Path DOCUMENTS = Path.of("../../shared/samples", "documents");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path temp;

    @Test
    void aPhotographedInvoiceIsCroppedAtItsCorners() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            JsonNode result = service.crop("", Files.readAllBytes(PHOTOS.resolve("invoice-on-wood.jpg")))
                    .json()
                    .path("result");

            JsonNode expected =
                    JSON.readTree(PHOTOS.resolve("invoice-on-wood.corners.json").toFile());
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
            assertThat(service.temporaryFiles()).isEmpty();
        }
    }

    @Test
    void aTextWithTheNameOfAPhotoIsRejected() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            assertThat(service.crop("", "Invoice no. 7".getBytes(StandardCharsets.UTF_8))
                            .code())
                    .isIn(40301, 40303);
            assertThat(service.calls("crop").at("/billed/package_calls").asInt())
                    .isZero();
        }
    }

    @Test
    void theFieldsOfAnInvoiceAreExtractedWithCitations() throws Exception {
        JsonNode expected =
                JSON.readTree(DOCUMENTS.resolve("invoice-ruled.fields.json").toFile());
        ObjectNode request = JSON.createObjectNode();
        request.putObject("file")
                .put("file_name", "invoice-ruled.pdf")
                .put("file_base64", Files.readAllBytes(DOCUMENTS.resolve("invoice-ruled.pdf")));
        request.set("schema", JSON.readTree(getClass().getResource("/schemas/invoice.json")));
        request.putObject("extract_options").put("generate_citations", true);
        try (RunningService service = RunningService.real(temp)) {
            JsonNode result =
                    service.postJson(EXTRACT, request.toString()).json().path("result");

            JsonNode fields = result.path("extracted_schema");
            assertThat(fields.path("invoice_number")).isEqualTo(expected.path("invoice_number"));
            assertThat(fields.path("total").decimalValue())
                    .isEqualByComparingTo(expected.path("total").decimalValue());
            assertThat(fields.path("items")).hasSameSizeAs(expected.path("items"));
            assertThat(result.at("/citations/invoice_number/bounding_regions/0/position"))
                    .hasSize(8);
            assertThat(service.temporaryFiles()).isEmpty();
        }
    }

    @Test
    void anInvalidExtractionOptionIsReported() throws Exception {
        try (RunningService service = RunningService.real(temp)) {
            RunningService.Response reply = service.postJson(
                    EXTRACT,
                    "{\"file\":{\"file_base64\":\"aGVsbG8=\"},\"parse_options\":{\"parse_mode\":\"best\"},"
                            + "\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}}");

            assertThat(reply.code()).isEqualTo(40004);
            assertThat(reply.json().path("message").asText()).contains("parse_options.parse_mode", "best", "scan");
        }
    }

    @Test
    void aContractIsParsedToMarkdown() throws Exception {
        String head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"contract.pdf\"\r\n\r\n";
        BodyPublisher form = BodyPublishers.concat(
                BodyPublishers.ofString(head),
                BodyPublishers.ofFile(DOCUMENTS.resolve("supply-contract.pdf")),
                BodyPublishers.ofString("\r\n--edge--\r\n"));
        try (RunningService service = RunningService.real(temp)) {
            JsonNode data = service.post(PARSE, "multipart/form-data; boundary=edge", form)
                    .json()
                    .path("data");

            assertThat(data.path("markdown").asText()).contains("Example Trading Ltd");
            assertThat(data.at("/metadata/filename").asText()).isEqualTo("contract.pdf");
            assertThat(data.at("/metadata/page_count").asInt()).isEqualTo(1);
            assertThat(service.temporaryFiles()).isEmpty();
        }
    }

    @Test
    void aServiceThatIsNotRunningThrows() throws Exception {
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
