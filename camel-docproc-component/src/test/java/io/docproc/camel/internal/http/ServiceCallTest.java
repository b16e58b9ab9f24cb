/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.apache.hc.core5.net.URIBuilder;
import org.junit.jupiter.api.Test;

class ServiceCallTest {
    @Test
    void parametersAreEncodedAndAppendedToTheQueryOfTheAddress() {
        URI address = URI.create("http://localhost/a%20b?x=1");

        ServiceCall call = ServiceCall.get("call", address).withQuery(Map.of("size", "10,20 +30&发票"));

        assertThat(call.url().getRawPath()).isEqualTo("/a%20b");
        assertThat(call.url().getRawQuery()).startsWith("x=1&size=").doesNotContain(" ", "&发");
        assertThat(new URIBuilder(call.url()).getFirstQueryParam("size").getValue())
                .isEqualTo("10,20 +30&发票");
    }
}
