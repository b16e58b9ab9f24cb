/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options given as message headers, and misspelled headers and parameters of Kamelets. */
class HeaderPrecedenceTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED = "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithAnImage() {
        service.respondWith(CROPPED);
    }

    private String query() {
        String url = service.url();
        return url.substring(url.indexOf('?') + 1);
    }

    @Test
    void headersOverrideEndpointOptions() {
        Map<String, Object> headers = new HashMap<>();
        headers.put(DocprocConstants.ENHANCE_MODE, 3);
        headers.put(DocprocConstants.JPEG_QUALITY, "70");
        headers.put(DocprocConstants.CROP_IMAGE, false);
        headers.put(DocprocConstants.DEWARP_IMAGE, "TRUE");
        headers.put(DocprocConstants.SIZE_AND_POSITION, "1,2,3,4,5,6,7,8,9,10");
        headers.put(DocprocConstants.ROUND_IMAGE, null);

        service.call("docproc:crop?enhanceMode=5&jpegQuality=90&cropImage=true&roundImage=true", PDF, headers);

        assertThat(query())
                .isEqualTo("enhance_mode=3&crop_image=0&dewarp_image=1&round_image=1&jpeg_quality=70"
                        + "&size_and_positon=1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9%2C10");
    }

    @Test
    void headerNamesAreCaseInsensitive() {
        service.call("docproc:crop", PDF, Map.of("camelDocprocENHANCEMODE", 3));

        assertThat(query()).isEqualTo("enhance_mode=3");
    }

    @Test
    void headersOverrideOutputFileUrlAndValidateInput() {
        Message message = service.call(
                "docproc:crop?fileUrl=https://a.example/1.pdf",
                null,
                Map.of(DocprocConstants.FILE_URL, "https://b.example/2.pdf", DocprocConstants.OUTPUT, "response"));
        assertThat(message.getBody()).isInstanceOf(CropResponse.class);
        assertThat(service.requestBody()).isEqualTo("https://b.example/2.pdf");
        service.server().resetRequests();

        service.call("docproc:crop", Samples.ascii("plain text"), Map.of(DocprocConstants.VALIDATE_INPUT, false));
        assertThat(service.requestBody()).isEqualTo("plain text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crop|EnhanceMode|9|one of -1, 1, 2, 3, 4, 5, 6",
                "crop|EnhanceMode|strong|one of -1, 1, 2, 3, 4, 5, 6",
                "crop|CropImage|1|true or false",
                "crop|CropImage|perhaps|true or false",
                "crop|CropImage|2|true or false",
                "crop|JpegQuality|0|from 1 to 100",
                "crop|JpegQuality|80.5|from 1 to 100",
                "crop|SizeAndPosition|1;2|ten whole numbers",
                "crop|FileUrl|file:///etc/passwd|http or https",
                "crop|FileUrl|''|http or https",
                "crop|FileName|' '|not blank",
                "crop|Output|fields|image, response",
                "crop|ValidateInput|no|true or false",
                "crop|StoreResult|no|true or false",
                "crop|OutageTimeout|soon|a duration such as 5s",
                "crop|OutageTimeout|5x|a duration such as 5s",
                "crop|OutageTimeout|-5|a duration such as 5s",
                "extract|PageStart|0|from 1 up",
                "extract|PartialFailure|ignore|fail, accept",
                "extract|Param|a=1|names that are not blank",
                "parseSync|PageRange|first|<first>-<last>",
                "parseSync|Param|x|names that are not blank",
                "packages|IncludeAll|2|true or false"
            })
    void anInvalidHeaderIsNamedWithItsValueAndTheAllowedValues(
            String operation, String option, String value, String allowed) {
        Map<String, Object> headers = new HashMap<>();
        headers.put(DocprocConstants.SCHEMA, "{\"properties\":{\"a\":{}}}");
        headers.put(DocprocConstants.API_PATH, "/a");
        headers.put("CamelDocproc" + option, value);

        DocprocException failure = service.refused("docproc:" + operation, PDF, headers);

        assertThat(failure)
                .hasMessageContaining("CamelDocproc" + option)
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining(allowed);
        assertThat(failure.getCode()).isEqualTo(40004);
        assertThat(failure.getOperation()).isEqualTo(operation);
    }

    @Test
    void aRefusedConfigIsNotQuotedBecauseItMayContainAPassword() {
        assertThat(service.refused(
                        "docproc:parseSync?pdfPassword=RAW(hidden-part-2)",
                        PDF,
                        Map.of(DocprocConstants.CONFIG, "{\"document\":\"hidden-part\"}")))
                .hasMessageContaining("'document' is JSON of type string")
                .hasMessageNotContaining("hidden-part");
    }

    private static final String OK = "{\"code\":200,\"data\":{\"balance\":1}}";

    @Test
    void anEndpointOverridesTheAccount() {
        service.respondWith(OK);
        service.configuration().setBaseUrl("http://127.0.0.1:1");

        service.call(
                "docproc:balance?baseUrl=" + service.address()
                        + "/base/&appId=other&secretCode=RAW(a+b%2F&c=d)&lazyStartProducer=true"
                        + "&responseTimeout=20000&permitTimeout=2s",
                null);

        assertThat(service.url()).isEqualTo("/base/user/finance/balance");
        assertThat(service.onlyHeaders()).containsEntry("x-ti-app-id", "other");
        assertThat(service.onlyHeaders()).containsEntry("x-ti-secret-code", "a+b%2F&c=d");
    }

    private static final Map<String, Object> MISSPELLED = Map.of("CamelDocprocEnhancMode", 5, "camelDocprocAppId", "a");

    @Test
    void anUnknownHeaderIsLoggedOnce() {
        try (CapturedLog log = new CapturedLog()) {
            service.call("docproc:crop", PDF, MISSPELLED);
            service.call("docproc:crop?jpegQuality=70", PDF, MISSPELLED);

            assertThat(log.text())
                    .containsOnlyOnce("header CamelDocprocEnhancMode has no effect")
                    .containsOnlyOnce("header camelDocprocAppId has no effect");
        }
    }

    @Test
    void anUnknownHeaderFailsTheCallIfTheOptionIsSet() {
        service.component().setFailOnUnknownName(true);

        assertThat(service.refused("docproc:crop", PDF, MISSPELLED))
                .hasMessageContaining(
                        "has no effect, because the component has none of this name; correct or remove it");
        service.assertNothingSent();
    }

    @Test
    void optionsOfOtherOperationsAndResultsAreKnown() throws Exception {
        service.component().setFailOnUnknownName(true);
        Map<String, Object> headers = new HashMap<>();
        headers.put(DocprocConstants.PAGE_RANGE, "1-2");
        headers.put(DocprocConstants.PARAM, Map.of());
        headers.put(DocprocConstants.CORRELATION_ID, "c-1");
        headers.put("cameldocprocservice", "main");
        headers.put("CamelFileName", "a.jpg");

        service.call("docproc:crop", PDF, headers);
    }

    private void kamelet(String uri) throws Exception {
        service.route(routes -> routes.from("direct:in" + uri.hashCode()).to("kamelet:docproc-crop-action" + uri));
    }

    @Test
    void anUnknownParameterOfAKameletIsLoggedOnce() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            kamelet("?enhancMode=5");
            kamelet("?jpegQuality=80&enhancMode=5");

            assertThat(log.text())
                    .containsOnlyOnce(
                            "Kamelet docproc-crop-action has no parameter enhancMode; allowed are appId, baseUrl, ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"enhancMode=5", "param.a=1", "pageRange=1"})
    void anUnknownParameterOfAKameletFailsTheStartIfTheOptionIsSet(String parameter) {
        service.component().setFailOnUnknownName(true);

        assertThatThrownBy(() -> kamelet("?enhanceMode=1&" + parameter))
                .hasStackTraceContaining("Kamelet docproc-crop-action has no parameter "
                        + parameter.substring(0, parameter.indexOf('=')) + "; allowed are appId, baseUrl, ");
    }

    @Test
    void eachWayToSetAParameterOfAKameletIsKnown() throws Exception {
        service.component().setFailOnUnknownName(true);
        service.context()
                .getPropertiesComponent()
                .addInitialProperty("camel.kamelet.docproc-crop-action.jpegQuality", "70");
        service.context()
                .getPropertiesComponent()
                .addInitialProperty("camel.kamelet.docproc-crop-action.first.cropImage", "false");
        service.route(routes -> routes.from("direct:in").to("kamelet:docproc-crop-action/first?enhance-mode=5"));

        service.call("direct:in");

        assertThat(service.url()).contains("enhance_mode=5", "jpeg_quality=70", "crop_image=0");
    }
}
