/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.document.Samples;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CropContractTest {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";
    private static final byte[] JPEG = photo();
    private static final byte[] RESULT = Samples.ascii("\u00ff\u00d8\u00ff\u00e0 a processed image");
    private static final String ENTRY =
            """
            {"cropped_width":628,"cropped_height":848,"image":"%s","position":[1,2,627,3,626,847,4,846],"angle":90}"""
                    .formatted(Base64.getEncoder().encodeToString(RESULT));

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private static byte[] photo() {
        try {
            return Samples.image("jpg", 60, 40);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String answer(String imageList) {
        return """
                {"code":200,"message":"success","msg":"success","version":"v1.4.2","duration":161.5,\
                "x_request_id":"req-1","result":{"origin_width":640,"origin_height":900,"image_list":%s}}"""
                .formatted(imageList);
    }

    @BeforeEach
    void answerWithOneImage() {
        service.answers(answer("[" + ENTRY + "]"));
    }

    @Test
    void withoutOptionsTheBytesGoOutAndNothingElse() {
        service.call("docproc:crop", JPEG);

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        assertThat(service.onlyRequest().getBody()).isEqualTo(JPEG);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type", "application/octet-stream", "content-length", "" + JPEG.length));
    }

    @Test
    void aStreamOfUnknownLengthIsSentInChunks() {
        service.call("docproc:crop?validateInput=false", new ByteArrayInputStream(JPEG));

        assertThat(service.onlyRequest().getBody()).isEqualTo(JPEG);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "application/octet-stream", "transfer-encoding", "chunked"));
    }

    @Test
    void aFileUrlIsSentAsPlainText() {
        service.call("docproc:crop?fileUrl=RAW(https://files.example.com/a b.jpg?x=1&y=2)".replace(" ", "%20"), null);

        String url = "https://files.example.com/a%20b.jpg?x=1&y=2";
        assertThat(service.onlyRequest().getBodyAsString()).isEqualTo(url);
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "text/plain", "content-length", "" + url.length()));
    }

    @ParameterizedTest
    @CsvSource({
        "enhanceMode=-1, enhance_mode=-1",
        "enhanceMode=1, enhance_mode=1",
        "enhanceMode=2, enhance_mode=2",
        "enhanceMode=3, enhance_mode=3",
        "enhanceMode=4, enhance_mode=4",
        "enhanceMode=5, enhance_mode=5",
        "enhanceMode=6, enhance_mode=6",
        "cropImage=false, crop_image=0",
        "cropImage=true, crop_image=1",
        "onlyPosition=false, only_position=0",
        "onlyPosition=true, only_position=1",
        "dewarpImage=false, dewarp_image=0",
        "dewarpImage=true, dewarp_image=1",
        "deblurImage=false, deblur_image=0",
        "deblurImage=true, deblur_image=1",
        "correctDirection=false, correct_direction=0",
        "correctDirection=true, correct_direction=1",
        "roundImage=false, round_image=0",
        "roundImage=true, round_image=1",
        "jpegQuality=1, jpeg_quality=1",
        "jpegQuality=65, jpeg_quality=65",
        "jpegQuality=100, jpeg_quality=100"
    })
    void eachOptionIsOneQueryParameterAndNoOtherIsSent(String option, String parameter) {
        service.call("docproc:crop?" + option, JPEG);

        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH + "?" + parameter);
    }

    @Test
    void sizeAndCornersGoOutUnderTheServicesOwnSpelling() {
        service.call("docproc:crop?sizeAndPosition=0,0,10,10,800,12,790,1100,-2,1090", JPEG);

        assertThat(service.onlyRequest().getUrl())
                .isEqualTo(PATH + "?size_and_positon=0%2C0%2C10%2C10%2C800%2C12%2C790%2C1100%2C-2%2C1090");
    }

    @Test
    void allOptionsTogetherKeepTheOrderOfTheInterfaceDocument() {
        service.call(
                "docproc:crop?roundImage=true&jpegQuality=80&enhanceMode=5&deblurImage=true&cropImage=true"
                        + "&correctDirection=true&dewarpImage=false&onlyPosition=false",
                JPEG);

        assertThat(service.onlyRequest().getUrl())
                .isEqualTo(PATH + "?enhance_mode=5&crop_image=1&only_position=0&dewarp_image=0&deblur_image=1"
                        + "&correct_direction=1&round_image=1&jpeg_quality=80");
    }

    @Test
    void headersOfTheMessageNeverReachTheService() {
        Map<String, Object> foreign = Map.of(
                "x-ti-secret-code",
                "stolen",
                "X-TI-APP-ID",
                "other",
                "CamelHttpUri",
                "http://127.0.0.1:1/elsewhere",
                "cAmElHttpPath",
                "/elsewhere",
                "CamelHttpQuery",
                "a=b",
                "CamelHttpMethod",
                "DELETE",
                "Authorization",
                "Bearer token",
                "foo",
                "bar");
        Message message = service.call("docproc:crop", JPEG, foreign);

        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type", "application/octet-stream", "content-length", "" + JPEG.length));
        assertThat(message.getHeaders()).containsAllEntriesOf(foreign);
    }

    @Test
    void theImageBecomesTheBodyAndItsFactsHeaders() {
        Message message = service.call("docproc:crop", JPEG, Map.of("mine", "stays"));

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        assertThat(message.getBody(byte[].class)).isEqualTo(RESULT);
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("mine", "stays"),
                        Map.entry(DocprocConstants.CODE, 200),
                        Map.entry(DocprocConstants.MESSAGE, "success"),
                        Map.entry(DocprocConstants.REQUEST_ID, "req-1"),
                        Map.entry(DocprocConstants.VERSION, "v1.4.2"),
                        Map.entry(DocprocConstants.DURATION, new BigDecimal("161.5")),
                        Map.entry(DocprocConstants.POSITION, List.of(1, 2, 627, 3, 626, 847, 4, 846)),
                        Map.entry(DocprocConstants.ANGLE, 90),
                        Map.entry(DocprocConstants.CROPPED_WIDTH, 628),
                        Map.entry(DocprocConstants.CROPPED_HEIGHT, 848),
                        Map.entry(DocprocConstants.ORIGIN_WIDTH, 640),
                        Map.entry(DocprocConstants.ORIGIN_HEIGHT, 900)));
    }

    @Test
    void severalImagesBecomeAList() {
        service.answers(answer("[" + ENTRY + "," + ENTRY.replace("628", "629") + "]"));

        Message message = service.call("docproc:crop", JPEG);

        assertThat(message.getBody(List.class)).hasSize(2).allSatisfy(image -> assertThat(
                        service.context().getTypeConverter().convertTo(byte[].class, image))
                .isEqualTo(RESULT));
        assertThat(message.getHeader(DocprocConstants.CROPPED_WIDTH)).isEqualTo(628);
    }

    @Test
    void onlyThePositionIsARecordWithoutAnImage() {
        service.answers(
                answer("[{\"cropped_width\":1,\"cropped_height\":2,\"position\":[1,2,3,4,5,6,7,8],\"angle\":-1}]"));

        Message message = service.call("docproc:crop?onlyPosition=true", JPEG);

        CroppedImage found =
                message.getBody(CropResponse.class).result().images().get(0);
        assertThat(found.position()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(found.jpeg()).isEmpty();
        assertThat(message.getHeader(DocprocConstants.ANGLE)).isEqualTo(-1);
    }

    @Test
    void theWholeResponseConvertsToTheServicesJsonWithUnknownFieldsAndTheImage() throws Exception {
        service.answers(
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
    void theHttpHeadersOfTheAnswerDoNotComeBack() {
        service.server()
                .stubFor(WireMock.post(WireMock.anyUrl())
                        .willReturn(WireMock.okJson(answer("[" + ENTRY + "]"))
                                .withHeader("Set-Cookie", "a=b")
                                .withHeader("X-Node", "7")
                                .withHeader("CamelFileName", "../evil")));

        assertThat(service.call("docproc:crop", JPEG).getHeaders().keySet())
                .allMatch(name -> name.startsWith("CamelDocproc"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "[{\"cropped_width\":1,\"cropped_height\":1,\"angle\":0}]",
                "[{\"image\":null}]",
                "[{\"image\":\"\"}]",
                "[null]"
            })
    void anAnswerWithoutAnImageIsAClearFailure(String imageList) {
        service.answers(answer(imageList));

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:crop", JPEG);

        assertThat(failure).hasMessageContaining("no image").hasMessageContaining("output=response");
        assertThat(failure.getRequestId()).isEqualTo("req-1");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void anEmptyImageListIsTakenWhereTheWholeResponseIsAskedFor() {
        service.answers(answer("[]"));

        Message message = service.call("docproc:crop?output=response", JPEG);

        assertThat(message.getBody(CropResponse.class).result().images()).isEmpty();
        assertThat(message.getHeaders()).doesNotContainKeys(DocprocConstants.POSITION, DocprocConstants.ANGLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%%%%", "AAE", "data:image/jpeg;base64,AAEC"})
    void anImageThatIsNotBase64IsNotTheServices(String image) {
        service.answers(answer("[{\"image\":\"" + image + "\"}]"));

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:crop", JPEG))
                .hasMessageContaining("crop")
                .hasMessageContaining("not the service's");
    }

    @Test
    void nullsAndNumbersAsTextAndStrangeShapesAreRead() {
        service.answers(
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
                .containsEntry(DocprocConstants.POSITION, List.of())
                .containsEntry(DocprocConstants.ANGLE, -1)
                .doesNotContainKeys(DocprocConstants.REQUEST_ID, DocprocConstants.VERSION);
    }

    @Test
    void aFactOfAnEarlierCallDoesNotPassForOneOfThisCall() {
        service.answers("{\"code\":200,\"message\":\"ok\",\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}");

        Message message = service.call(
                "docproc:crop",
                JPEG,
                Map.of(DocprocConstants.REQUEST_ID, "of-an-earlier-call", DocprocConstants.VERSION, "v0"));

        assertThat(message.getHeaders()).doesNotContainKeys(DocprocConstants.REQUEST_ID, DocprocConstants.VERSION);
    }

    @Test
    void aRefusedHeaderSendsNothing() {
        DocprocInvalidRequestException failure = service.failure(
                DocprocInvalidRequestException.class, "docproc:crop", JPEG, Map.of(DocprocConstants.ENHANCE_MODE, 7));

        assertThat(failure)
                .hasMessageContaining(DocprocConstants.ENHANCE_MODE)
                .hasMessageContaining("'7'")
                .hasMessageContaining("-1, 1, 2, 3, 4, 5, 6");
        service.assertNothingSent();
    }
}
