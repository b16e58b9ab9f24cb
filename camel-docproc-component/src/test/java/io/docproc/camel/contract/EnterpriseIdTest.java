/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.docproc.camel.testkit.ParseJobFixture;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The enterprise of an account that belongs to several enterprises. */
@Timeout(60)
class EnterpriseIdTest extends ParseJobFixture {
    private static final String HEADER = "x-ti-enterprise-id";

    @BeforeEach
    void setEnterprise() {
        service.component().getConfiguration().setEnterpriseId("e-1");
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
    }

    @Test
    void theServiceReceivesTheEnterpriseWithEveryCallAndPollAndDownload() throws Exception {
        service.server()
                .stubFor(Stubs.ok(
                        PARSE + "/job-1",
                        """
                {"code":200,"data":{"status":"completed","result_url":"%s/result"}}"""
                                .formatted(service.server().baseUrl())));
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, "{\"code\":200,\"data\":{\"balance\":1}}"));
        service.server().stubFor(Stubs.ok("/result", "{\"markdown\":\"# A\"}"));
        LambdaRouteBuilder route = routes -> routes.from("docproc:completions?initialDelay=0&delay=10")
                .to("docproc:parseResult")
                .to("mock:done");
        service.route(route);
        service.call("docproc:parseAsync", PDF);
        service.send("docproc:balance", null);
        service.send("docproc:addField", Map.of("name", "n"));
        await().until(() -> jobRepository.size() == 0);

        Set<String> paths = new HashSet<>();
        for (ServeEvent event : service.server().getAllServeEvents()) {
            paths.add(event.getRequest().getUrl());
            assertThat(event.getRequest().getHeader(HEADER)).isEqualTo("e-1");
        }
        assertThat(paths).hasSize(5).contains(PARSE, PARSE + "/job-1", "/result");
    }
}
