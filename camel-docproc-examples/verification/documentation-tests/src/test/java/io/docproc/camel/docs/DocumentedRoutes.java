/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import org.apache.camel.builder.RouteBuilder;

/** Java routes of the documentation. */
public final class DocumentedRoutes extends RouteBuilder {
    @Override
    public void configure() {
        // tag::crop[]
        from("direct:crop")
                .to("docproc:crop?enhanceMode=5&correctDirection=true")
                .split(body())
                .to("file:{{outbox}}?fileName=${file:name}.${exchangeProperty.CamelSplitIndex}.jpg");
        // end::crop[]

        // tag::extract[]
        from("direct:extract")
                .to("docproc:extract?schema=classpath:docs/invoice-schema.json&pageCount=3")
                .filter(simple("${body[total]} >= 1000"))
                .setHeader("approval", constant("required"))
                .end()
                .to("file:{{outbox}}?fileName=${file:name}.json");
        // end::extract[]

        // tag::parse[]
        from("direct:parse")
                .to("docproc:parse?tableView=markdown&titleTree=true&pageRange=1-10&output=markdown")
                .to("file:{{outbox}}?fileName=${file:name}.md");
        // end::parse[]

        // tag::parse-sync[]
        from("direct:parseSync")
                .to("docproc:parseSync?tableView=markdown&titleTree=true&pageRange=1-10")
                .to("file:{{outbox}}?fileName=${file:name}.json");
        // end::parse-sync[]

        // tag::parse-async[]
        from("direct:parseAsync")
                .to("docproc:parseAsync?correlationId=${file:name.noext}&tableView=markdown")
                .setBody(simple("${header.CamelDocprocJobId}"));
        // end::parse-async[]

        // tag::parse-status[]
        from("direct:parseStatus").to("docproc:parseStatus").setBody(simple("${header.CamelDocprocStatus}"));
        // end::parse-status[]

        // tag::parse-result[]
        from("direct:parseResult")
                .to("docproc:parseResult?output=markdown")
                .to("file:{{outbox}}?fileName=${file:name}.md");
        // end::parse-result[]

        // tag::split-elements[]
        from("direct:splitElements")
                .to("docproc:parseSync?output=elements")
                .split(body())
                .streaming()
                .to("file:{{outbox}}?fileName=${file:name}-${body.pageNumber}-${body[element_id]}.json");
        // end::split-elements[]

        // tag::balance[]
        from("direct:balance")
                .to("docproc:balance")
                .filter(simple("${body.availableBalance} < 100"))
                .setBody(simple("Recharge the account: ${body.availableBalance} left"))
                .to("direct:alert");
        // end::balance[]

        // tag::packages[]
        from("direct:packages")
                .to("docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown")
                .filter(simple("${body.remainingCalls} < 1000"))
                .setBody(simple("Buy a package: ${body.remainingCalls} calls left"))
                .to("direct:alert");
        // end::packages[]

        // tag::call[]
        from("direct:call")
                .to("docproc:call?servicePath=/ai/service/v1/pdf_to_markdown&param.page_count=5&output=markdown")
                .to("file:{{outbox}}?fileName=${file:name}.md");
        // end::call[]

        typedFields();
    }

    private void typedFields() {
        // tag::extract-jsonpath[]
        from("direct:extractJsonpath")
                .to("docproc:extract?schema=classpath:docs/invoice-schema.json&generateCitations=true&output=response")
                .setHeader("total", jsonpath("$.result.extracted_schema.total"))
                .setHeader("page", jsonpath("$.result.citations.total.bounding_regions[0].page_number"))
                .setHeader("position", jsonpath("$.result.citations.total.bounding_regions[0].position"));
        // end::extract-jsonpath[]
        // tag::page-markdown[]
        from("direct:pageMarkdown")
                .to("docproc:parseSync?output=pageMarkdown")
                .split(body())
                .streaming()
                .setVariable("page", simple("${body.pageNumber}"))
                .setBody(simple("${body.markdown}"))
                .to("file:{{outbox}}?fileName=${file:name}-${variable.page}.md");
        // end::page-markdown[]
    }
}
