/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.builder.component.ComponentsBuilderFactory;
import org.apache.camel.CamelContext;

/** Registration of a component for a second account, as shown in the documentation. */
final class DocumentedComponentDsl {
    private DocumentedComponentDsl() {}

    static void register(CamelContext context) {
        // tag::register[]
        ComponentsBuilderFactory.docproc()
                .baseUrl("{{invoices.baseUrl}}")
                .appId("{{invoices.appId}}")
                .secretCode("{{invoices.secretCode}}")
                .requestsPerSecond(5)
                .register(context, "invoices");
        // end::register[]
    }
}
