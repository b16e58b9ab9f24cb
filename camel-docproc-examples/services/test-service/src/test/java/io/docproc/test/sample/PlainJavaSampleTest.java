/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.test.DocprocTestService;
import java.math.BigDecimal;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

class PlainJavaSampleTest {
    private static final byte[] DOCUMENT = "%PDF-1.7 letter".getBytes(UTF_8);

    @Test
    void cropsADocument() throws Exception {
        byte[] cropped = crop(DOCUMENT);

        assertThat(cropped).startsWith(0xff, 0xd8);
    }

    static byte[] crop(byte[] document) throws Exception {
        try (DocprocTestService service = DocprocTestService.start();
                CamelContext context = new DefaultCamelContext()) {
            DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
            docproc.setBaseUrl(service.baseUrl());
            docproc.setAppId(service.appId());
            docproc.setSecretCode(service.secretCode());
            context.start();
            service.balance(new BigDecimal("0.01"));

            ProducerTemplate template = context.createProducerTemplate();
            byte[] cropped = template.requestBody("docproc:crop?enhanceMode=5", document, byte[].class);

            assertThat(service.calls("crop").get(0).request().parameters()).containsEntry("enhance_mode", "5");
            assertThat(service.balance()).isEqualByComparingTo("0");
            return cropped;
        }
    }
}
