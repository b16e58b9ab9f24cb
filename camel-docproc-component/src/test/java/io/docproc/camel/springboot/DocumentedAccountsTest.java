/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocEndpoint;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application with the component of a second account, as the documentation defines it. */
class DocumentedAccountsTest extends SpringApplicationFixture {
    @Test
    void theNameOfTheBeanIsTheScheme() {
        ConfigurableApplicationContext application = application()
                .sources(DocumentedAccounts.class)
                .properties(Map.of("ACME_APP_ID", "app-of-acme", "ACME_SECRET_CODE", "0123456789abcdef"))
                .run();
        started.add(application);
        CamelContext context = application.getBean(CamelContext.class);

        DocprocEndpoint endpoint = context.getEndpoint("acme:crop", DocprocEndpoint.class);

        DocprocComponent acme = endpoint.getComponent();
        assertThat(acme).isNotSameAs(component(context));
        assertThat(acme.getConfiguration().getAppId()).isEqualTo("app-of-acme");
        assertThat(acme.getConfiguration().getSecretCode()).isEqualTo("0123456789abcdef");
        assertThat(acme.getRequestsPerSecond()).isEqualTo(2);
    }
}
