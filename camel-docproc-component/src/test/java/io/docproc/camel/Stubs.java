/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.MappingBuilder;

/** What the service's double is told to answer. */
final class Stubs {
    private Stubs() {}

    /** An answer with HTTP status 200. */
    static MappingBuilder ok(String path, String body) {
        return answering(path, 200, body);
    }

    /** An answer with any status. */
    static MappingBuilder answering(String path, int status, String body) {
        return any(urlPathEqualTo(path))
                .willReturn(aResponse().withStatus(status).withBody(body));
    }
}
