/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A completed job whose result the service provides. */
@Timeout(60)
abstract class ParseResultFixture {
    static final String DOCUMENT = "{ \"markdown\":\"# März\",\"elements\":[{\"type\":\"title\"}] }";
    static final String ENVELOPE =
            "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}";
    static final String STATUS = "/api/v1/xparse/parse/async/job-1";
    static final String RESULT = "/results/1";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path spool;

    @BeforeEach
    void completeTheJob() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        statusIs("completed", "\"result_url\":\"" + resultUrl() + "\"");
        resultIs(ENVELOPE);
    }

    String resultUrl() {
        return service.server().baseUrl() + RESULT;
    }

    void statusIs(String status, String fields) {
        service.server()
                .stubFor(get(urlEqualTo(STATUS))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"" + status + "\","
                                + fields + "}}")));
    }

    void resultIs(String json) {
        service.server().stubFor(get(urlEqualTo(RESULT)).willReturn(okJson(json)));
    }

    List<String> requests() {
        return service.server().getAllServeEvents().stream()
                .map(event -> event.getRequest().getUrl())
                .toList();
    }
}
