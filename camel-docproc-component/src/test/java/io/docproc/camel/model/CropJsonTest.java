/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.testkit.Json;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CropJsonTest {
    @Test
    void responseIsWrittenInTheSpellingOfTheService() {
        byte[] jpeg = "JPEG".getBytes(StandardCharsets.US_ASCII);
        CroppedImage image = new CroppedImage(
                628, 848, new InputStreamCache(jpeg), List.of(1, 2, 3, 4, 5, 6, 7, 8), 90, Map.of("score", 1));
        CropResponse response = new CropResponse(
                200,
                "success",
                "v1.2.3",
                new BigDecimal("161"),
                "req-1",
                new CropResult(1000, 2000, List.of(image), Map.of()),
                Map.of("msg", "success"));

        assertThat(read(Json.write(response)))
                .isEqualTo(
                        read(
                                """
                        {"code":200,"message":"success","version":"v1.2.3","duration":161,"x_request_id":"req-1",
                         "result":{"origin_width":1000,"origin_height":2000,"image_list":[
                           {"cropped_width":628,"cropped_height":848,"image":"SlBFRw==","position":[1,2,3,4,5,6,7,8],
                            "angle":90,"score":1}]},
                         "msg":"success"}
                        """));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5_998, 6_000, 6_001, 100_000})
    void anImageOfAnyLengthIsBase64WithoutLineBreaks(int length) {
        byte[] jpeg = new byte[length];
        new Random(length).nextBytes(jpeg);

        JsonNode json = read(Json.write(image(new InputStreamCache(jpeg))));

        assertThat(json.get("image").asText()).isEqualTo(Base64.getEncoder().encodeToString(jpeg));
    }

    @Test
    void eachAccessReadsTheImageFromItsStart() throws IOException {
        CroppedImage image = image(new InputStreamCache("JPEG".getBytes(StandardCharsets.US_ASCII)));
        InputStream first = (InputStream) image.image();
        InputStream second = (InputStream) image.jpeg().orElseThrow();

        assertThat(first.read()).isEqualTo('J');
        assertThat(second.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("JPEG");
        assertThat(first.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("PEG");
    }

    @Test
    void anEntryWithoutImageHasNoImageField() {
        CroppedImage corners = image(null);

        assertThat(corners.jpeg()).isEmpty();
        assertThat(read(Json.write(corners)).has("image")).isFalse();
    }

    private static CroppedImage image(InputStreamCache jpeg) {
        return new CroppedImage(1, 1, jpeg, List.of(), -1, Map.of());
    }
}
