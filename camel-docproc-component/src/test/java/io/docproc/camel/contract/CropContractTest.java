/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.CropFixture.ENTRY;
import static io.docproc.camel.contract.CropFixture.JPEG;
import static io.docproc.camel.contract.CropFixture.RESULT;
import static io.docproc.camel.contract.CropFixture.response;
import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CropContractTest {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithOneImage() {
        service.respondWith(response("[" + ENTRY + "]"));
    }

    @Test
    void withoutOptionsOnlyTheBytesAreSent() {
        service.call("docproc:crop", JPEG);

        service.assertRequest("POST", PATH);
        assertThat(service.onlyRequest().getBody()).isEqualTo(JPEG);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type", "application/octet-stream", "content-length", "" + JPEG.length));
    }

    @Test
    void aFileUrlIsSentAsPlainText() {
        service.call("docproc:crop?fileUrl=RAW(https://files.example.com/a b.jpg?x=1&y=2)".replace(" ", "%20"), null);

        String url = "https://files.example.com/a%20b.jpg?x=1&y=2";
        assertThat(service.requestBody()).isEqualTo(url);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "text/plain", "content-length", "" + url.length()));
    }

    @Test
    void parametersThatTheComponentDoesNotDefineAreSentUnchanged() {
        String uri = "docproc:crop?enhanceMode=5&param.new_key=true&param.size=1";

        service.call(uri, JPEG, Map.of(DocprocConstants.PARAM, new TreeMap<>(Map.of("size", 2, "enhance_mode", 7))));
        assertThat(service.url()).isEqualTo(PATH + "?enhance_mode=7&new_key=true&size=2");

        service.server().resetRequests();
        service.call(uri, JPEG, Map.of(DocprocConstants.PARAM, Collections.singletonMap("size", null)));
        assertThat(service.url()).isEqualTo(PATH + "?enhance_mode=5&new_key=true");
    }

    @Test
    void theImageIsTheBodyAndItsMetadataAreHeaders() {
        Message message = service.call("docproc:crop", JPEG, Map.of("mine", "stays"));

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        assertThat(message.getBody(byte[].class)).isEqualTo(RESULT);
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("mine", "stays"),
                        Map.entry("Content-Type", "image/jpeg"),
                        Map.entry(DocprocConstants.CODE, 200),
                        Map.entry(DocprocConstants.MESSAGE, "success"),
                        Map.entry(DocprocConstants.REQUEST_ID, "req-1"),
                        Map.entry(DocprocConstants.VERSION, "v1.4.2"),
                        Map.entry(DocprocConstants.DURATION, new BigDecimal("161.5")),
                        Map.entry(DocprocConstants.POSITION, "1,2,627,3,626,847,4,846"),
                        Map.entry(DocprocConstants.ANGLE, 90),
                        Map.entry(DocprocConstants.CROPPED_WIDTH, 628),
                        Map.entry(DocprocConstants.CROPPED_HEIGHT, 848),
                        Map.entry(DocprocConstants.ORIGIN_WIDTH, 640),
                        Map.entry(DocprocConstants.ORIGIN_HEIGHT, 900),
                        Map.entry(DocprocConstants.BILLED, true)));
    }

    @Test
    void aLargeImageIsDecodedExactly() {
        byte[] image = new byte[1_000_001];
        for (int index = 0; index < image.length; index++) {
            image[index] = (byte) (index * 31 ^ index >> 7);
        }
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
    void onlyPositionReturnsARecordWithoutImages() {
        service.respondWith(
                response("[{\"cropped_width\":1,\"cropped_height\":2,\"position\":[1,2,3,4,5,6,7,8],\"angle\":-1}]"));

        Message message = service.call("docproc:crop?onlyPosition=true", JPEG);

        CroppedImage image =
                message.getBody(CropResponse.class).result().images().get(0);
        assertThat(image.position()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(image.jpeg()).isEmpty();
        assertThat(message.getHeader(DocprocConstants.ANGLE)).isEqualTo(-1);
    }

    @Test
    @CoversFault(14)
    void theResponseConvertsToJsonWithImageAndUnknownFields() throws Exception {
        service.respondWith(
                """
                {"code":200,"message":"ok","x_request_id":"r","trace":"t-1","debug":{"node":7},"result":{\
                "origin_width":1,"origin_height":2,"score":0.5,"image_list":[{"cropped_width":3,"cropped_height":4,\
                "image":"AAEC","position":[],"angle":0,"confidence":null,"kind":"passport"}]}}""");

        Message message = service.call("docproc:crop?output=response", JPEG);

        String expected =
                """
                {"code":200,"message":"ok","x_request_id":"r","trace":"t-1","debug":{"node":7},"result":{
                "origin_width":1,"origin_height":2,"score":0.5,"image_list":[{"cropped_width":3,"cropped_height":4,
                "image":"AAEC","position":[],"angle":0,"confidence":null,"kind":"passport"}]}}""";
        Json.assertEqual(message.getBody(String.class), expected);
        Json.assertEqual(new String(message.getBody(byte[].class), StandardCharsets.UTF_8), expected);
        Json.assertEqual(
                new String(message.getBody(InputStream.class).readAllBytes(), StandardCharsets.UTF_8), expected);
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
    @ValueSource(
            strings = {
                "[]",
                "null",
                "[{\"cropped_width\":1,\"cropped_height\":1,\"angle\":0}]",
                "[{\"image\":null}]",
                "[{\"image\":\"\"}]",
                "[null]"
            })
    void aResponseWithoutImageIsAnInvalidResponse(String imageList) {
        service.respondWith(response(imageList));

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:crop", JPEG);

        assertThat(failure).hasMessageContaining("no image").hasMessageContaining("output=response");
        assertThat(failure.getRequestId()).isEqualTo("req-1");
        assertThat(failure.isRetryable()).isFalse();
        assertThat(service.call("docproc:crop?output=response", JPEG).getBody()).isInstanceOf(CropResponse.class);
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
        assertThat(failure.isRetryable()).isFalse();
        CropResponse response = (CropResponse) failure.getResponse();
        List<CroppedImage> images = response.result().images();
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

    @Test
    @CoversFault(14)
    void nullsNumbersAsTextAndUnexpectedTypesAreRead() {
        service.respondWith(
                """
                {"code":"200","message":null,"msg":null,"version":null,"duration":"12","x_request_id":null,"result":{\
                "origin_width":"640","origin_height":null,"image_list":[{"cropped_width":"628","cropped_height":{"a":1},\
                "image":"AAEC","position":{"x":[1]},"angle":null}]}}""");

        Message message = service.call("docproc:crop", JPEG);

        assertThat(message.getBody(byte[].class)).containsExactly(0, 1, 2);
        assertThat(message.getHeaders())
                .containsEntry(DocprocConstants.CODE, 200)
                .containsEntry(DocprocConstants.DURATION, new BigDecimal("12"))
                .containsEntry(DocprocConstants.ORIGIN_WIDTH, 640)
                .containsEntry(DocprocConstants.ORIGIN_HEIGHT, 0)
                .containsEntry(DocprocConstants.CROPPED_WIDTH, 628)
                .containsEntry(DocprocConstants.CROPPED_HEIGHT, 0)
                .containsEntry(DocprocConstants.ANGLE, -1)
                .doesNotContainKeys(DocprocConstants.POSITION, DocprocConstants.REQUEST_ID, DocprocConstants.VERSION);
    }
}
