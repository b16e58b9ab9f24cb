/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Endpoint options in Java, YAML and XML routes. */
class RouteOptionsTest {
    private static final String OK = "{\"code\":200,\"data\":{\"balance\":1}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    private void route(String uri) throws Exception {
        service.route(routes -> routes.from("direct:in").to(uri));
    }

    @Test
    void anEndpointOverridesTheAccount() {
        service.respondWith(OK);
        service.component().getConfiguration().setBaseUrl("http://127.0.0.1:1");

        service.call(
                "docproc:balance?baseUrl=" + service.server().baseUrl()
                        + "/base/&appId=other&secretCode=RAW(a+b%2F&c=d)&lazyStartProducer=true"
                        + "&responseTimeout=20000&permitTimeout=2s",
                null);

        assertThat(service.url()).isEqualTo("/base/user/finance/balance");
        assertThat(service.onlyHeaders()).containsEntry("x-ti-app-id", "other");
        assertThat(service.onlyHeaders()).containsEntry("x-ti-secret-code", "a+b%2F&c=d");
    }

    @Test
    void placeholdersAreResolved() throws Exception {
        service.respondWith(OK);
        Properties properties = new Properties();
        properties.setProperty("account.secret", "from+placeholder");
        properties.setProperty("flag", "false");
        service.context().getPropertiesComponent().setInitialProperties(properties);
        route("docproc:balance?secretCode=RAW({{account.secret}})&lazyStartProducer={{flag}}");

        service.call("direct:in", null);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo("from+placeholder");
    }
}
