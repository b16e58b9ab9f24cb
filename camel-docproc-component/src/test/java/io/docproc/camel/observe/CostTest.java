/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import io.micrometer.core.instrument.Counter;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the calls of a route cost: in headers and meters. */
@Timeout(60)
class CostTest {
    private static final String CALL = "call?storeResult=true&servicePath=/ai/service/v1/pdf_to_markdown";

    private final SkippedWaits clock = new SkippedWaits();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(clock::context);

    @TempDir
    private Path folder;

    @BeforeEach
    void respond() {
        Replies.configure(service, component -> component.setResultRepository(new FileResultRepository(folder)));
        ok(Replies.CROP_PATH, Replies.CROP);
        ok(Replies.EXTRACT_PATH, "{\"code\":200,\"result\":{\"success_count\":2,\"extracted_schema\":{}}}");
        ok("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"j-1\"}}");
        ok(
                "/api/v1/xparse/parse/async/j-1",
                "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\""
                        + service.address() + "/results/1\"}}");
        ok("/results/1", "{\"success_count\":3,\"markdown\":\"\"}");
        ok(Replies.PARSE_PATH, "{\"code\":200,\"data\":{\"success_count\":4,\"markdown\":\"\"}}");
        ok("/ai/service/v1/pdf_to_markdown", "{\"code\":200,\"result\":{\"success_count\":5,\"markdown\":\"\"}}");
    }

    private void ok(String path, String json) {
        service.respondWith(path, json);
    }

    private Message call(String uri) throws Exception {
        String route = uri.replaceFirst("\\?.*", "");
        if (service.context().getRoute(route) == null) {
            service.route(
                    routes -> routes.from("direct:" + route).routeId(route).to("docproc:" + uri));
        }
        return service.send("direct:" + route, Replies.DOCUMENT, Map.of(DocprocConstants.SCHEMA, Replies.SCHEMA))
                .getMessage();
    }

    private long calls(String uri, String outcome) {
        String operation = uri.replaceFirst("\\?.*", "");
        return service.meters().calls("operation", operation, "routeId", operation, "outcome", outcome);
    }

    private double pages(String uri) {
        String operation = uri.replaceFirst("\\?.*", "");
        return service
                .meters()
                .registry()
                .find("docproc.pages")
                .tags("operation", operation, "routeId", operation)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"crop,", "extract,2", "parse,3", "parseSync,4", CALL + ",5"})
    void aCallIsBilledAndItsStoredResultIsNot(String uri, Integer pages) throws Exception {
        Message billed = call(uri);
        Message stored = call(uri);

        assertThat(billed.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(billed.getHeader(DocprocConstants.BILLED_PAGES)).isEqualTo(pages);
        assertThat(stored.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(stored.getHeader(DocprocConstants.BILLED_PAGES)).isEqualTo(pages == null ? null : 0);
        assertThat(stored.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(pages);
        assertThat(calls(uri, "billed")).isEqualTo(1);
        assertThat(calls(uri, "stored")).isEqualTo(1);
        assertThat(pages(uri)).isEqualTo(pages == null ? 0 : pages);
    }

    @Test
    void thePagesOfAJobAreThoseOfItsResult() throws Exception {
        assertThat(call("parseAsync").getHeader(DocprocConstants.BILLED_PAGES)).isNull();
        assertThat(call("parseResult?jobId=j-1").getHeader(DocprocConstants.BILLED_PAGES))
                .isEqualTo(3);

        assertThat(calls("parseAsync", "billed")).isEqualTo(1);
        assertThat(calls("parseResult", "free")).isEqualTo(1);
        assertThat(pages("parseResult")).isEqualTo(3);
    }

    @Test
    void eachCallIsBilledWithoutStoredResults() throws Exception {
        call("extract?storeResult=false");
        Message second = call("extract?storeResult=false");

        assertThat(second.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(second.getHeader(DocprocConstants.BILLED_PAGES)).isEqualTo(2);
        assertThat(calls("extract", "billed")).isEqualTo(2);
        assertThat(pages("extract")).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crop", "extract", "parse", "parseAsync", "parseSync", CALL})
    void aCallWithoutAResponseIsUnanswered(String uri) throws Exception {
        service.respondWith(WireMock.status(502));

        assertThat(call(uri).getHeader(DocprocConstants.BILLED_PAGES)).isNull();

        assertThat(calls(uri, "unanswered")).isEqualTo(1);
        assertThat(pages(uri)).isZero();
    }
}
