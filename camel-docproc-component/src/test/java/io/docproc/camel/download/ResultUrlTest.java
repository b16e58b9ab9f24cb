/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Result URLs of other hosts are rejected. */
@Timeout(60)
class ResultUrlTest extends ResultFetchFixture {
    @RegisterExtension
    final ServiceDouble otherService = new ServiceDouble();

    @ParameterizedTest
    @Survives(41)
    @ValueSource(
            strings = {
                "https://127.0.0.1/1",
                "https://10.0.0.1/1",
                "https://169.254.169.254/1",
                "https://[::1]/1",
                "https://[::ffff:127.0.0.1]/1",
                "file:///etc/passwd",
                ""
            })
    void aForbiddenResultUrlFailsTheCallback(String url) throws Exception {
        run("");

        assertThat(complete(url)).isEqualTo(500);
        assertThat(bodies).isEmpty();
    }

    @Test
    void aResultUrlWithAnotherHostPortOrUserIsRejected() throws Exception {
        service.respondWith(DOCUMENT);
        otherService.respondWith(DOCUMENT);
        run("");

        assertThat(complete(result().replace("localhost", "127.0.0.1"))).isEqualTo(500);
        assertThat(complete(result().replace("//", "//user@"))).isEqualTo(500);
        assertThat(complete(otherService.server().baseUrl() + "/results/1")).isEqualTo(500);

        assertThat(bodies).isEmpty();
        service.assertNothingSent();
        otherService.assertNothingSent();
    }

    @Test
    @Survives(41)
    void aRedirectIsNotFollowed() throws Exception {
        otherService.respondWith(DOCUMENT);
        service.server()
                .stubFor(any(anyUrl())
                        .willReturn(aResponse()
                                .withStatus(302)
                                .withHeader("Location", otherService.server().baseUrl() + "/1")));
        run("");

        assertThat(complete(result())).isEqualTo(500);

        assertThat(bodies).isEmpty();
        otherService.assertNothingSent();
    }
}
