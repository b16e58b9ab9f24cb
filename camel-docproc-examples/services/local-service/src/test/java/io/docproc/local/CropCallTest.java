/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class CropCallTest extends EchoServiceTest {
    private static final byte[] PHOTO = {1, 2, 3, 4, 5};

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

    @Test
    void invalidCornersAreAParameterErrorAndNotBilled() throws Exception {
        RunningService.Response reply = service.crop("?size_and_positon=1,2", PHOTO);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("message").asText()).contains("there are 2 values");
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isZero();
    }

    @Test
    void anUnexpectedExceptionIsCode500WithoutItsMessage() throws Exception {
        RunningService.Response reply = service.crop("", FakeProcessors.CRASHING);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.code()).isEqualTo(500);
        assertThat(reply.text()).doesNotContain("broke down");
    }
}
