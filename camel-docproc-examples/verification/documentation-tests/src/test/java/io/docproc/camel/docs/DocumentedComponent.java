/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.DocprocComponent;
import org.apache.camel.CamelContext;

/** Component with a name and an account of its own, as the documentation sets it up in Java. */
final class DocumentedComponent {
    private DocumentedComponent() {}

    static void register(CamelContext context) {
        // tag::register[]
        DocprocComponent invoices = new DocprocComponent();
        invoices.getConfiguration().setBaseUrl(context.resolvePropertyPlaceholders("{{invoices.baseUrl}}"));
        invoices.getConfiguration().setAppId(context.resolvePropertyPlaceholders("{{invoices.appId}}"));
        invoices.getConfiguration().setSecretCode(context.resolvePropertyPlaceholders("{{invoices.secretCode}}"));
        invoices.setRequestsPerSecond(5);
        context.addComponent("invoices", invoices);
        // end::register[]
    }
}
