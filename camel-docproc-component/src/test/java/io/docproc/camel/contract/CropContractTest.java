/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.CropFixture.ENTRY;
import static io.docproc.camel.contract.CropFixture.JPEG;
import static io.docproc.camel.contract.CropFixture.response;
import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void sizeAndPositionIsSentWithTheSpellingOfTheService() {
        service.call("docproc:crop?sizeAndPosition=0,0,10,10,800,12,790,1100,-2,1090", JPEG);

        assertThat(service.onlyRequest().getUrl())
                .isEqualTo(PATH + "?size_and_positon=0%2C0%2C10%2C10%2C800%2C12%2C790%2C1100%2C-2%2C1090");
    }

    @Test
    void optionsAreSentInTheOrderOfTheInterfaceDocument() {
        service.call(
                "docproc:crop?roundImage=true&jpegQuality=80&enhanceMode=5&deblurImage=true&cropImage=true"
                        + "&correctDirection=true&dewarpImage=false&onlyPosition=false",
                JPEG);

        assertThat(service.onlyRequest().getUrl())
                .isEqualTo(PATH + "?enhance_mode=5&crop_image=1&only_position=0&dewarp_image=0&deblur_image=1"
                        + "&correct_direction=1&round_image=1&jpeg_quality=80");
    }

    @Test
    void parametersThatTheComponentDoesNotDefineAreSentUnchanged() {
        String uri = "docproc:crop?enhanceMode=5&param.new_key=true&param.size=1";

        service.call(uri, JPEG, Map.of(DocprocConstants.PARAM, new TreeMap<>(Map.of("size", 2, "enhance_mode", 7))));
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH + "?enhance_mode=7&new_key=true&size=2");

        service.server().resetRequests();
        service.call(uri, JPEG, Map.of(DocprocConstants.PARAM, Collections.singletonMap("size", null)));
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH + "?enhance_mode=5&new_key=true");
    }

    @Test
    void parametersThatCannotBeSentAreRejectedBeforeTheCall() {
        for (Map<String, ?> parameters :
                List.of(Map.of(" ", 1), Map.of("a", List.of(List.of(1))), Map.of("a", Map.of()))) {
            assertThat(service.failure(
                            DocprocInvalidRequestException.class,
                            "docproc:crop",
                            JPEG,
                            Map.of(DocprocConstants.PARAM, parameters)))
                    .hasMessageContaining("CamelDocprocParam")
                    .hasMessageContaining("allowed is names that are not blank");
        }
        service.assertNothingSent();
    }

    @Test
    void messageHeadersAreNotSentToTheService() {
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
    void anInvalidHeaderIsRejectedBeforeTheCall() {
        DocprocInvalidRequestException failure = service.failure(
                DocprocInvalidRequestException.class, "docproc:crop", JPEG, Map.of(DocprocConstants.ENHANCE_MODE, 7));

        assertThat(failure)
                .hasMessageContaining(DocprocConstants.ENHANCE_MODE)
                .hasMessageContaining("'7'")
                .hasMessageContaining("-1, 1, 2, 3, 4, 5, 6");
        service.assertNothingSent();
    }
}
