/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.TextChunk;
import io.docproc.camel.testkit.GeneratedPage;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Repository;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultExchange;

/** Page of the members of typed bodies and exceptions, generated from their classes and from calls. */
final class TypedBodiesPage {
    private static final Path SOURCES = Repository.COMPONENT.resolve("src/main/java/io/docproc/camel");
    private static final String HEAD =
            """
            // SPDX-License-Identifier: Apache-2.0
            // Generated from the classes of bodies and exceptions. Refresh: %s
            = Docproc: typed bodies and exceptions
            :toc:
            :toclevels: 2

            *For authors of routes.* xref:docproc-component.adoc[Overview].

            A Simple expression for each member of a typed body and of an exception. Java has methods of the same names:
            `body.result().images()`. See also the <<fields,fields of the service>>.

            Each body but `ExtractedFields`, `DocumentPart`, `PageMarkdown`, `TextChunk` and `ServicePackages` also has a `Map` `other` with the fields of the response that
            the class does not declare, and with values whose JSON type differs from the documented one. The member is then empty, null, or 0 (-1 for the angle of a crop). Only a wrong type of an
            amount, a package count, or the id, status and result URL of a job causes a `DocprocInvalidResponseException`.

            An extracted number with a fraction is a `BigDecimal`, another one an `Integer`, `Long` or `BigInteger`; a text is a `String`. See xref:docproc-operations.adoc#values[dates and amounts].

            [#numbers]
            Up to Camel 4.22, Simple ignores the fraction of a number in a comparison: `+${body[total]} > 1000+` is false for 1000.50. Only `>=` and
            `<` with a whole number from 1 are right in every version. Otherwise compare the amount, which must not be null, as a text, with a number or a header:
            `+${body[total].toString()} > 1000.50+`, `+${body[total].toString()} > ${header.orderTotal}+`.

            [#positions]
            Positions of `crop` are pixels of the original. For citations, stamps and elements, the service states no unit. Relate them to
            `width` and `height` of the page with the same number; if no coordinate is larger than 1, they are fractions of these.
            """
                    .formatted(GeneratedPage.REFRESH);

    private final ServiceDouble service;
    private final StringBuilder page = new StringBuilder(HEAD);
    private final MemberTables tables;

    TypedBodiesPage(ServiceDouble service) throws IOException {
        this.service = service;
        this.tables = new MemberTables(new Javadoc(SOURCES.resolve("model")), page);
    }

    String render() throws IOException {
        page.append("\n[#bodies]\n== Bodies\n");
        documents();
        jobs();
        account();
        workflow();
        page.append("\n[#exceptions]\n== Exceptions\n");
        exceptions(new MemberTables(new Javadoc(SOURCES.resolve("error")), page));
        return page.toString();
    }

    private void documents() throws IOException {
        section("CropResponse", "Body of `crop` with `output=response` or `onlyPosition=true`.");
        tables.body(CropResponse.class, "body", call("crop", "docproc:crop?output=response", Replies.DOCUMENT));

        section(
                "ExtractedFields",
                "Body of `extract`: a `Map` with the fields of the schema, in the order of the response.");
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("body[total]", "the value of the field `total`");
        fields.put("body.size", "the number of fields");
        String extract = "docproc:extract?schema=classpath:docs/invoice-schema.json";
        tables.entries(fields, call("extract", extract, Replies.DOCUMENT));

        section(
                "ExtractResponse",
                "Body of `extract` with `output=response`. It also has the first five members of `CropResponse`; `code` is 50207 if only a part"
                        + " succeeded.");
        tables.body(ExtractResponse.class, "body", call("extract", extract + "&output=response", Replies.DOCUMENT));

        section(
                "DocumentPart",
                "Body of a part when a parsed document is split: a `Map` with the JSON of one element or page.");
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("body[text]", "the text of the element");
        parts.put("body[type]", "the type of the element, also the header `CamelDocprocElementType`");
        parts.put("body[page_number]", "the page of the element, also the header `CamelDocprocPageNumber`");
        parts.put("body[coordinates][0]", "the first of eight coordinates, also the header `CamelDocprocCoordinates`");
        service.server().resetAll();
        service.respondWith(DocumentedResults.response("parse"));
        Iterable<?> elements = service.call("docproc:parseSync?output=elements", Replies.DOCUMENT)
                .getBody(Iterable.class);
        tables.entries(parts, exchange(elements.iterator().next()));

        section("PageMarkdown", "Body of a part when a parsed document is split with `output=pageMarkdown`.");
        Iterable<?> pages = service.call("docproc:parseSync?output=pageMarkdown", Replies.DOCUMENT)
                .getBody(Iterable.class);
        tables.body(PageMarkdown.class, "body", exchange(pages.iterator().next()));

        section(
                "TextChunk",
                "Body of a part when elements are xref:docproc-operations.adoc#chunks[split for search]. Converts to a `TextSegment` and a"
                        + " `Document` of LangChain4j.");
        tables.body(TextChunk.class, "body", exchange(new TextChunk("Total", 1, List.of("INVOICE", "Items"))));
    }

    private void jobs() {
        section("ParseJob", "Body of `parseAsync` and `parseStatus`.");
        service.server().resetAll();
        service.respondWith(DocumentedResults.response("parseStatus"));
        tables.body(
                ParseJob.class,
                "body",
                service.call("docproc:parseStatus", "1111b207-b79a-456f-8782-ca4748ec42f6")
                        .getExchange());

        section("ParseCompletion", "Body of a route from `docproc:webhook` or `docproc:completions`.");
        tables.body(
                ParseCompletion.class,
                "body",
                exchange(new ParseCompletion("j-1", "failed", null, "the file is damaged", null)));
    }

    private void account() throws IOException {
        section("Balance", "Body of `balance`.");
        tables.body(Balance.class, "body", call("balance", "docproc:balance", null));

        section(
                "ServicePackages",
                "Body of `packages`: a list of `ServicePackage`. `${body.remainingCalls}` is the number of calls left.");
        tables.body(
                ServicePackage.class,
                "body[0]",
                call("packages", "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown", null));
    }

    private void workflow() {
        section(
                "CategoryField",
                "Bodies of the deprecated xref:docproc-further-calls.adoc#deprecated[`addField` and `updateTable`]. After `addField`"
                        + " without `withDetail`, only `fieldId` is set. `CategoryField` and `CategoryTable` have the request fields,"
                        + " `WorkflowReply` has `code` and `msg`.");
    }

    private void exceptions(MemberTables members) {
        page.append("\nxref:docproc-errors.adoc#exceptions[Errors] describes when each exception is thrown.\n");
        String extract = "docproc:extract?outputClass=" + Invoice.class.getName();
        section("DocprocException", "Members of every exception.");
        members.exception(
                DocprocException.class,
                failed(extract, "{\"code\":40423,\"message\":\"password required\",\"x_request_id\":\"r-1\"}"));
        section("DocprocPartialFailureException", "Further members.");
        members.exception(
                DocprocPartialFailureException.class,
                failed(
                        extract,
                        "{\"code\":50207,\"message\":\"partial failure\",\"result\":{\"extracted_schema\":{\"total\":12.50}}}"),
                "exception.partialResponse.result.fields[total]");
        section("DocprocInvalidResponseException", "Further members.");
        members.exception(
                DocprocInvalidResponseException.class,
                failed(
                        extract + "&pageCount=1",
                        "{\"code\":200,\"message\":\"success\",\"result\":{\"extracted_schema\":{\"total\":\"twelve\"}}}"),
                "exception.response.result.fields[total]",
                "exception.mismatch.value",
                "exception.mismatch.javaType");
        section("DocprocTransportException", "Further members.");
        members.exception(
                DocprocTransportException.class,
                failed(extract + "&pageCount=2&baseUrl=http://no-such-host.invalid", ""));
        section("DocprocUnansweredException", "Further members.");
        Exchange refused = service.context().getEndpoint("mock:refused").createExchange();
        refused.setException(new DocprocUnansweredException("crop", "0".repeat(64), 3, Instant.EPOCH, Instant.EPOCH));
        members.exception(DocprocUnansweredException.class, refused);
        section("DocprocJobException", "Further members.");
        members.exception(
                DocprocJobException.class,
                failed(
                        "docproc:parseResult?jobId=j-1",
                        "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"in_progress\"}}"));
    }

    private void section(String type, String introduction) {
        page.append("\n[#")
                .append(type)
                .append("]\n=== ")
                .append(type)
                .append("\n\n")
                .append(introduction)
                .append('\n');
    }

    private Exchange call(String response, String uri, Object body) throws IOException {
        try (InputStream json =
                TypedBodiesPage.class.getResourceAsStream("/interface/responses/" + response + ".json")) {
            service.server().resetAll();
            service.respondWith(new String(json.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\"12.50\"", "2748.00")
                    .replace("12,50", "2,748.00"));
        }
        return service.call(uri, body).getExchange();
    }

    private Exchange failed(String uri, String response) {
        service.server().resetAll();
        service.respondWith(response);
        return service.send(uri, uri.contains("jobId") ? null : Replies.DOCUMENT);
    }

    private Exchange exchange(Object body) {
        Exchange exchange = new DefaultExchange(service.context());
        exchange.getMessage().setBody(body instanceof Message part ? part.getBody() : body);
        return exchange;
    }
}
