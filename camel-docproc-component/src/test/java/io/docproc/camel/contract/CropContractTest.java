/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CropContractTest {
    private static final byte[] JPEG = photo();
    private static final byte[] RESULT = Samples.ascii("\u00ff\u00d8\u00ff\u00e0 a processed image");
    /** JSON of an image with the content {@link #RESULT}. */
    private static final String ENTRY =
            """
            {"cropped_width":628,"cropped_height":848,"image":"%s","position":[1,2,627,3,626,847,4,846],"angle":90}"""
                    .formatted(Base64.getEncoder().encodeToString(RESULT));

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private static byte[] photo() {
        try {
            return Samples.image("jpg", 60, 40);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a response with a JSON array of images. */
    private static String response(String imageList) {
        return """
                {"code":200,"message":"success","version":"v1.4.2","duration":161.5,"x_request_id":"req-1",\
                "result":{"origin_width":640,"origin_height":900,"image_list":%s}}"""
                .formatted(imageList);
    }

    @BeforeEach
    void respondWithOneImage() {
        service.respondWith(response("[" + ENTRY + "]"));
    }

    @Test
    void withoutOptionsOnlyTheBytesAreSent() {
        service.call("docproc:crop", JPEG);

        service.assertRequest("POST", Replies.CROP_PATH);
        assertThat(service.onlyRequest().getBody()).isEqualTo(JPEG);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type", "application/octet-stream", "content-length", "" + JPEG.length));
    }

    @Test
    void theImageIsTheBodyAndItsMetadataAreHeaders() {
        Message message = service.call("docproc:crop", JPEG);

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        assertThat(message.getBody(byte[].class)).isEqualTo(RESULT);
        assertThat(message.getHeaders())
                .containsEntry("Content-Type", "image/jpeg")
                .containsEntry(DocprocConstants.DURATION, new BigDecimal("161.5"))
                .containsEntry(DocprocConstants.POSITION, "1,2,627,3,626,847,4,846")
                .containsEntry(DocprocConstants.ANGLE, 90);
    }

    @Test
    void aLargeImageIsDecodedExactly() {
        byte[] image = new byte[1_000_001];
        new Random(1).nextBytes(image);
        String base64 = Base64.getEncoder().encodeToString(image);
        for (String text : List.of(
                base64,
                base64.replace("/", "\\/").replace("+", "\\u002b"),
                base64.replace("=", "\\u003d"),
                base64.replaceAll(".{76}", "$0\\\\n"),
                base64 + "\\n")) {
            service.respondWith(response("[{\"image\":\"" + text + "\"}]"));

            assertThat(service.call("docproc:crop", JPEG).getBody(byte[].class)).isEqualTo(image);
        }
    }

    @Test
    @CoversFault(25)
    void severalImagesAreAListBody() {
        service.respondWith(response("[" + ENTRY + "," + ENTRY.replace("628", "629") + "]"));

        Message message = service.call("docproc:crop", JPEG);

        assertThat(message.getBody()).asInstanceOf(LIST).hasSize(2).allSatisfy(image -> assertThat(
                        service.context().getTypeConverter().convertTo(byte[].class, image))
                .isEqualTo(RESULT));
        assertThat(message.getHeader(DocprocConstants.CROPPED_WIDTH)).isEqualTo(628);
    }

    @Test
    void httpResponseHeadersAreNotPropagated() {
        service.server()
                .stubFor(WireMock.post(WireMock.anyUrl())
                        .willReturn(WireMock.okJson(response("[" + ENTRY + "]"))
                                .withHeader("Set-Cookie", "a=b")
                                .withHeader("X-Node", "7")
                                .withHeader("CamelFileName", "../evil")));

        assertThat(service.call("docproc:crop", JPEG).getHeaders().keySet())
                .allMatch(name -> name.startsWith("CamelDocproc") || name.equals("Content-Type"));
    }

    @ParameterizedTest
    @CoversFault(25)
    @MethodSource("textsThatAreNotBase64")
    void anInvalidImageFailsAndTheExceptionCarriesTheOthers(String image) {
        String bad =
                ENTRY.replaceFirst("\"image\":\"[^\"]*\"", "\"image\":\"" + Matcher.quoteReplacement(image) + "\"");
        service.respondWith(response("[" + ENTRY + "," + bad + "," + ENTRY.replace("628", "629") + "]"));

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:crop", JPEG);

        assertThat(failure).hasMessageContaining("image 2 of image_list is not Base64");
        assertThat(failure.getRequestId()).isEqualTo("req-1");
        List<CroppedImage> images =
                ((CropResponse) failure.getResponse()).result().images();
        assertThat(images).hasSize(3);
        assertThat((InputStream) images.get(0).image()).hasBinaryContent(RESULT);
        assertThat(images.get(1).image()).isNull();
        assertThat(images.get(1).croppedWidth()).isEqualTo(628);
        assertThat((InputStream) images.get(2).image()).hasBinaryContent(RESULT);
        assertThat(images.get(2).croppedWidth()).isEqualTo(629);
    }

    private static Stream<String> textsThatAreNotBase64() {
        String large = Base64.getEncoder().encodeToString(new byte[300_000]);
        String block = Base64.getEncoder().encodeToString(new byte[12 * 1024 - 1]);
        return Stream.of(
                "%%%%",
                "AAE",
                "AAE\\\"",
                "data:image/jpeg;base64,AAEC",
                large + "%" + large,
                large.substring(1),
                "QQ==QUJD",
                "QQ==QQ==",
                block + "AAEC",
                block + large,
                block.substring(4) + large);
    }
}
