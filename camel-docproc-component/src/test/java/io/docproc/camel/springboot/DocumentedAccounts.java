/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The components of several accounts in the documentation. */
@Configuration(proxyBeanMethods = false)
class DocumentedAccounts {
    // tag::acme[]
    @Bean("acme")
    DocprocComponent acme(@Value("${ACME_APP_ID}") String appId, @Value("${ACME_SECRET_CODE}") String secretCode) {
        DocprocComponent component = new DocprocComponent();
        component.setRequestsPerSecond(2);
        component.getConfiguration().setBaseUrl("https://service.example.com");
        component.getConfiguration().setAppId(appId);
        component.getConfiguration().setSecretCode(secretCode);
        return component;
    }
    // end::acme[]
}
