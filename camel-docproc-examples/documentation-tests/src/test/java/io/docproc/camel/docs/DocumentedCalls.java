/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.util.List;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;

/** Java routes of the documentation that make further calls of the service. */
public final class DocumentedCalls extends RouteBuilder {
    @Override
    public void configure() {
        downloads();
        workflow();
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

        // tag::update-tables[]
        from("direct:updateTables")
                .setBody(constant(Map.of(
                        "workspace_id", "1001",
                        "category_id", "2001",
                        "tables", List.of(Map.of("table_id", "3001", "name", "Items")))))
                .to(
                        "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/category/tables/batch_update");
        // end::update-tables[]

        // tag::upload-file[]
        from("direct:uploadFile")
                .setHeader("Content-Type", constant("multipart/form-data"))
                .to("docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/upload"
                        + "&param.workspace_id=1001&param.category=invoice")
                .unmarshal()
                .json()
                .setBody(simple("${body[batch_number]}"));
        // end::upload-file[]

        // tag::fetch-files[]
        from("direct:fetchFiles")
                .setHeader("CamelDocprocParam", simple("${map(batch_number,${body})}"))
                .to("docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/fetch"
                        + "&serviceMethod=GET&param.workspace_id=1001");
        // end::fetch-files[]
    }
}
