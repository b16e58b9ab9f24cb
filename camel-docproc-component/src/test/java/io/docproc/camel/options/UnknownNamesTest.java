/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Misspelled headers of messages and misspelled parameters of Kamelets are reported. */
class UnknownNamesTest {
    private static final Map<String, Object> MISSPELLED = Map.of("CamelDocprocEnhancMode", 5, "camelDocprocAppId", "a");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith(Replies.CROP);
    }

    @Test
    void anUnknownHeaderIsLoggedOnce() {
        try (CapturedLog log = new CapturedLog()) {
            service.call("docproc:crop", Replies.DOCUMENT, MISSPELLED);
            service.call("docproc:crop?jpegQuality=70", Replies.DOCUMENT, MISSPELLED);

            assertThat(log.text())
                    .containsOnlyOnce("header CamelDocprocEnhancMode has no effect")
                    .containsOnlyOnce("header camelDocprocAppId has no effect");
        }
    }

    @Test
    void anUnknownHeaderFailsTheCallIfTheOptionIsSet() {
        service.component().setFailOnUnknownName(true);

        assertThat(service.refused("docproc:crop", Replies.DOCUMENT, MISSPELLED))
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

        service.call("docproc:crop", Replies.DOCUMENT, headers);
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

        service.call("direct:in", Replies.DOCUMENT);

        assertThat(service.url()).contains("enhance_mode=5", "jpeg_quality=70", "crop_image=0");
    }
}
