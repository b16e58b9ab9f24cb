/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.util.List;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;

/** Java routes of the documentation that make further calls of the service. */
public final class DocumentedCalls extends RouteBuilder {
    @Override
    public void configure() {
        recognition();
        downloads();
        workflow();
    }

    private void recognition() {
        // tag::markdown-of-url[]
        from("direct:markdownOfUrl")
                .setHeader("CamelDocprocFileUrl", simple("${body}"))
                .to("docproc:call?servicePath=/ai/service/v1/pdf_to_markdown&param.apply_chart=1&output=pageMarkdown")
                .split(body())
                .streaming()
                .setVariable("page", simple("${body.pageNumber}"))
                .setBody(simple("${body.markdown}"))
                .to("file:{{outbox}}?fileName=${file:name.noext}-${variable.page}.md");
        // end::markdown-of-url[]

        // tag::receipts[]
        from("direct:receipts")
                .to("docproc:call?servicePath=/ai/service/v1/bill_recognize_v2"
                        + "&param.merge_digital_elec_invoice=1&output=pages")
                .split(body())
                .streaming()
                .setVariable("page", simple("${body.pageNumber}"))
                .split(simple("${body[result][object_list]}"))
                .setVariable("type", simple("${body[type]}"))
                .marshal()
                .json()
                .to("file:{{outbox}}?fileName=${variable.type}-${variable.page}"
                        + "-${exchangeProperty.CamelSplitIndex}.json");
        // end::receipts[]

        // tag::tables[]
        from("direct:tables")
                .to("docproc:call?servicePath=/ai/service/v2/recognize/table/multipage&param.excel=1&output=bytes")
                .to("file:{{outbox}}?fileName=${file:name.noext}.xlsx");
        // end::tables[]
    }

    private void downloads() {
        // tag::page-images[]
        from("direct:pageImages")
                .to("docproc:extract?schema=classpath:docs/invoice-schema.json&getImage=page&output=response")
                .split(simple("${body.result.pages}"))
                .setVariable("page", simple("${body.pageNumber}"))
                .setHeader("CamelDocprocParam", simple("${map(image_id,${body.imageId})}"))
                .to("docproc:call?servicePath=/ocr_image/download&serviceMethod=GET&output=bytes")
                .to("file:{{outbox}}?fileName=${file:name.noext}-${variable.page}.jpg");
        // end::page-images[]

        // tag::image-urls[]
        from("direct:imageUrls")
                .to("docproc:parseSync?imageOutputType=url&output=pages")
                .split(body())
                .streaming()
                .setVariable("page", simple("${body.pageNumber}"))
                .setHeader("CamelHttpUri", simple("${body[page_image_url]}"))
                .to("https://images?httpMethod=GET")
                .to("file:{{outbox}}?fileName=${file:name.noext}-${variable.page}.jpg");
        // end::image-urls[]

        // tag::exported-files[]
        from("direct:exportedFiles")
                .to("docproc:parseSync?config=classpath:docs/exports-config.json")
                .unmarshal()
                .json()
                .split(simple("${body[exports]}"))
                .filter(simple("${body[status]} == 'success'"))
                .setVariable("format", simple("${body[format]}"))
                .setHeader("CamelDocprocParam", simple("${map(file_id,${body[file][file_id]})}"))
                .to("docproc:call?servicePath=/export_file/download&serviceMethod=GET&output=bytes")
                .to("file:{{outbox}}?fileName=${file:name.noext}.${variable.format}");
        // end::exported-files[]
    }

    private void workflow() {
        // tag::add-fields[]
        from("direct:addFields")
                .setBody(constant(Map.of(
                        "workspace_id", "1001",
                        "category_id", "2001",
                        "fields", List.of(Map.of("name", "Invoice date"), Map.of("name", "Total")))))
                .to("docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/category/fields/batch_add");
        // end::add-fields[]

        // tag::upload-file[]
        from("direct:uploadFile")
                .to("docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/upload"
                        + "&multipart=true&param.workspace_id=1001&param.category=invoice")
                .unmarshal()
                .json()
                .setBody(simple("${body[batch_number]}"));
        // end::upload-file[]

        // tag::recognized-file[]
        from("direct:recognizedFile")
                .to("direct:uploadFile")
                .setHeader("CamelDocprocParam", simple("${map(batch_number,${body})}"))
                .loopDoWhile(simple("${variable.status} !in '1,2,10'"))
                .delay(simple("{{pollInterval:5000}}"))
                .to("docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/fetch"
                        + "&serviceMethod=GET&param.workspace_id=1001")
                .end()
                .unmarshal()
                .json()
                .setVariable("status", simple("${body[files][0][recognition_status]}"))
                .end()
                .filter(simple("${variable.status} == 1"))
                .setBody(simple("${body[files][0][data][fields]}"))
                .marshal()
                .json()
                .to("file:{{outbox}}?fileName=${file:name.noext}.json");
        // end::recognized-file[]

        // tag::fetch-files[]
        from("direct:fetchFiles")
                .to(
                        "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/fetch&serviceMethod=GET"
                                + "&output=files&param.workspace_id=1001&param.recognition_status=1&param.page_size=100")
                .split(body())
                .streaming()
                .to("file:{{outbox}}?fileName=${body[id]}.json");
        // end::fetch-files[]
    }
}
