/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.CROP;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CropCallTest extends EchoServiceTest {
    private static final byte[] PHOTO = {1, 2, 3, 4, 5};

    @Test
    void theResponseHasEveryFieldOfTheInterfaceDocument() throws Exception {
        RunningService.Response reply = service.crop("", PHOTO);

        JsonNode json = reply.json();
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.code()).isEqualTo(200);
        assertThat(json.path("message").asText()).isEqualTo("success");
        assertThat(json.path("msg").asText()).isEqualTo("success");
        assertThat(json.path("version").asText()).matches("v\\d+\\.\\d+\\.\\d+");
        assertThat(json.path("duration").isNumber()).isTrue();
        assertThat(json.path("x_request_id").asText()).isNotBlank();
        assertThat(reply.headers().firstValue("x-request-id"))
                .contains(json.path("x_request_id").asText());
        assertThat(json.at("/result/origin_width").asInt()).isEqualTo(40);
        assertThat(json.at("/result/origin_height").asInt()).isEqualTo(30);
        JsonNode image = json.at("/result/image_list/0");
        assertThat(image.path("cropped_height").asInt()).isEqualTo(20);
        assertThat(image.path("position")).hasSize(8);
        assertThat(image.path("image").binaryValue()).isEqualTo(PHOTO);
    }

    @Test
    void withoutParametersTheDefaultsApply() throws Exception {
        JsonNode image = service.crop("", PHOTO).json().at("/result/image_list/0");

        assertThat(image.path("angle").asInt()).isEqualTo(-1);
        assertThat(image.path("cropped_width").asInt()).as("the quality").isEqualTo(95);
    }

    @Test
    void theParametersArePassedToTheCropper() throws Exception {
        JsonNode image = service.crop(
                        "?only_position=1&correct_direction=1&size_and_positon=17,0,0,0,9,0,9,9,0,9", PHOTO)
                .json()
                .at("/result/image_list/0");

        assertThat(image.has("image")).isFalse();
        assertThat(image.path("angle").asInt()).isEqualTo(90);
        assertThat(image.path("cropped_width").asInt()).isEqualTo(17);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    enhance_mode=0         | enhance_mode is 0; allowed: -1, 1, 2, 3, 4, 5, 6
                    enhance_mode=7         | enhance_mode is 7; allowed: -1, 1, 2, 3, 4, 5, 6
                    crop_image=2           | crop_image is 2; allowed: 0, 1
                    only_position=true     | only_position is true; allowed: 0, 1
                    dewarp_image=          | dewarp_image is ; allowed: 0, 1
                    deblur_image=-1        | deblur_image is -1; allowed: 0, 1
                    correct_direction=yes  | correct_direction is yes; allowed: 0, 1
                    round_image=3          | round_image is 3; allowed: 0, 1
                    jpeg_quality=0         | jpeg_quality is 0; allowed: 1 to 100
                    jpeg_quality=101       | jpeg_quality is 101; allowed: 1 to 100
                    size_and_position=1    | query parameter is size_and_position; allowed:
                    crop_image=1&crop_image=0 | crop_image is [1, 0]; allowed: one value
                    size_and_positon=1,2   | size_and_positon
                    """)
    void anInvalidParameterIsReportedWithItsValueAndTheAllowedValues(String query, String expected) throws Exception {
        RunningService.Response reply = service.crop("?" + query, PHOTO);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText()).contains(expected);
        assertThat(reply.json().path("x_request_id").asText()).isNotBlank();
        assertThat(reply.json().has("result")).isFalse();
    }

    @Test
    void anEmptyBodyIsNoFile() throws Exception {
        assertThat(service.crop("", new byte[0]).code()).isEqualTo(40305);
    }

    @Test
    void aFormIsNoFile() throws Exception {
        RunningService.Response reply =
                service.post(CROP, "multipart/form-data; boundary=x", BodyPublishers.ofString("--x--"));

        assertThat(reply.code()).isEqualTo(40305);
        assertThat(reply.json().path("message").asText()).contains("application/octet-stream");
    }

    @Test
    void anErrorOfTheCropperIsTheResponse() throws Exception {
        RunningService.Response reply = service.crop("", FakeProcessors.UNSUPPORTED);

        assertThat(reply.code()).isEqualTo(40303);
        assertThat(reply.json().path("msg").asText()).isEqualTo("unsupported file type: fake");
    }

    @Test
    void anUnexpectedExceptionIsCode500WithoutItsMessage() throws Exception {
        RunningService.Response reply = service.crop("", FakeProcessors.CRASHING);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.code()).isEqualTo(500);
        assertThat(reply.text()).doesNotContain("broke down");
    }

    @Test
    void everyResponseHasItsOwnRequestId() throws Exception {
        String first = service.crop("", PHOTO).json().path("x_request_id").asText();
        String second = service.crop("", PHOTO).json().path("x_request_id").asText();

        assertThat(first).isNotEqualTo(second);
    }
}
