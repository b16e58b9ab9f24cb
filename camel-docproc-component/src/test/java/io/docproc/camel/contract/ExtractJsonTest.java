/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output {@code json} of an extraction. */
class ExtractJsonTest {
    private static final String URI = "docproc:extract?output=json";
    private static final Map<String, Object> WITH_SCHEMA = Map.of(DocprocConstants.SCHEMA, SCHEMA);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void theFieldsAreTheServicesJsonUnchanged() {
        service.respondWith(RESPONSE);

        Message message = service.call(URI, PDF, WITH_SCHEMA);

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        for (int read = 0; read < 2; read++) {
            assertThat(message.getBody(String.class))
                    .isEqualTo(
                            "{\"number\":\"R-7\",\"total\":12.50,\"paid\":null,\"items\":[{\"name\":\"红色\"}],\"note\":\"\"}");
            MessageHelper.resetStreamCache(message);
        }
        assertThat(message.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(2);
        assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("finished");
    }

    @Test
    void missingFieldsAreAnEmptyObject() {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":null}}");

        assertThat(service.call(URI, PDF, WITH_SCHEMA).getBody(String.class)).isEqualTo("{}");
    }

    @Test
    void anAcceptedPartIsReturned() {
        service.respondWith("{\"code\":50207,\"result\":{\"extracted_schema\":{\"number\":\"R\"}}}");

        assertThat(service.call(URI + "&partialFailure=accept", PDF, WITH_SCHEMA)
                        .getBody(String.class))
                .isEqualTo("{\"number\":\"R\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":200}", "{\"code\":200,\"result\":{}}", "{\"code\":200,\"result\":null}"})
    void aResponseWithoutFieldsIsAnInvalidResponse(String response) {
        service.respondWith(response);

        assertThat(service.failure(DocprocInvalidResponseException.class, URI, PDF, WITH_SCHEMA))
                .hasMessageContaining("no object 'result.extracted_schema'");
    }
}
