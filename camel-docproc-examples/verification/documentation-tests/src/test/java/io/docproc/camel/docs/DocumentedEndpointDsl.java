/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

// tag::routes[]
import io.docproc.camel.builder.endpoint.dsl.DocprocEndpointBuilderFactory.DocprocBuilders;
import org.apache.camel.builder.endpoint.EndpointRouteBuilder;

/** Photos are cropped, documents parsed in the background. */
public class DocumentedEndpointDsl extends EndpointRouteBuilder implements DocprocBuilders {
    @Override
    public void configure() {
        from(direct("photo"))
                .setHeader(docproc().docprocJpegQuality(), constant(85))
                .to(docproc("crop").enhanceMode(5).correctDirection(true))
                .setVariable("corners", header(docproc().docprocPosition()))
                .to(file("{{outbox}}").fileName("${file:name}.jpg"));

        from(direct("document"))
                .to(docproc("parseAsync").tableView("markdown").advanced().param("capabilities.new_key", 1));

        from(docproc("webhook").pollAfter(0))
                .to(docproc("parseResult").allowedResultHosts("localhost"))
                .to(file("{{outbox}}").fileName("${header.CamelDocprocCorrelationId}.json"));
    }
}
// end::routes[]
