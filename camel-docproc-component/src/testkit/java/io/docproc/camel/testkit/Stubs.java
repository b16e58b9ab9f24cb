/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.MappingBuilder;

/** WireMock stubs for responses of the service. */
public final class Stubs {
    private Stubs() {}

    /** Returns a stub that responds with HTTP status 200. */
    public static MappingBuilder ok(String path, String body) {
        return status(path, 200, body);
    }

    /** Returns a stub that responds with an HTTP status. */
    public static MappingBuilder status(String path, int status, String body) {
        return any(urlPathEqualTo(path))
                .willReturn(aResponse().withStatus(status).withBody(body));
    }
}
