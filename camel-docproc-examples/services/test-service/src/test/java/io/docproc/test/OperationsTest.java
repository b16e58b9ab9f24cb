/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ServicePackages;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Default responses of all operations to calls of the component. */
class OperationsTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @RegisterExtension
    final CamelClient camel = new CamelClient(service);

    @Test
    void cropRespondsWithAnImageAndThePosition() {
        Exchange exchange = camel.send("docproc:crop?correctDirection=true", Documents.PDF);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody(byte[].class)).startsWith(0xff, 0xd8);
        assertThat(exchange.getMessage().getHeader("CamelDocprocOriginWidth")).isEqualTo(1240);
        assertThat(exchange.getMessage().getHeader("CamelDocprocCroppedHeight")).isEqualTo(140);
        assertThat(exchange.getMessage().getHeader("CamelDocprocAngle")).isEqualTo(0);
        assertThat(exchange.getMessage().getHeader("CamelDocprocPosition"))
                .isEqualTo("62,87,1178,87,1178,1667,62,1667");
        assertThat(exchange.getMessage().getHeader("CamelDocprocRequestId"))
                .isEqualTo(service.calls("crop").get(0).requestId());
    }

    @Test
    void cropOmitsTheImageAndUsesTheCornersOfTheRequest() {
        CropResponse response = camel.request(
                "docproc:crop?output=response&onlyPosition=true&sizeAndPosition=0,0,1,1,9,1,9,9,1,9",
                Documents.image("jpg", 60, 80),
                CropResponse.class);

        assertThat(response.result().images().get(0).image()).isNull();
        assertThat(response.result().images().get(0).position()).containsExactly(1, 1, 9, 1, 9, 9, 1, 9);
    }

    @Test
    void parseReturnsTheDocumentOfAJob() {
        service.whenParseAsync().complete("# Contract");

        assertThat(camel.request("docproc:parse?output=markdown", Documents.PDF, String.class))
                .isEqualTo("# Contract");
        assertThat(service.calls())
                .extracting(ReceivedCall::operation)
                .containsExactly(Operation.PARSE_ASYNC, Operation.PARSE_STATUS, Operation.RESULT_DOWNLOAD);
        assertThat(service.billedCalls()).hasSize(1);
    }

    @Test
    void extractRespondsInTheShapeOfTheSchema() {
        String schema = "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":[\"string\",\"null\"]},"
                + "\"day\":{\"type\":\"string\",\"format\":\"date\"},\"kind\":{\"enum\":[\"letter\",\"invoice\"]},"
                + "\"count\":{\"type\":\"integer\"},\"paid\":{\"type\":\"boolean\"},\"items\":{\"type\":\"array\","
                + "\"items\":{\"type\":\"object\",\"properties\":{\"price\":{\"type\":\"number\"}}}}}}";

        Exchange exchange = camel.send("docproc:extract", Documents.PDF, Map.of("CamelDocprocSchema", schema));

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody(String.class))
                .isEqualToIgnoringWhitespace("{\"name\":\"Sample name\",\"day\":\"2026-01-31\",\"kind\":\"letter\","
                        + "\"count\":1,\"paid\":true,\"items\":[{\"price\":1.5}]}");
    }

    @Test
    void extractAddsCitationsAndStampsOnRequest() {
        service.whenExtract().respond(Map.of("total", "12.00"));

        ExtractResponse response = camel.request(
                "docproc:extract?schema=classpath:invoice.json&output=response&generateCitations=true&stamp=true"
                        + "&pageStart=3",
                Documents.PDF,
                ExtractResponse.class);

        assertThat(response.result().citations().get("total").toString()).contains("page_number=1", "text=12.00");
        assertThat(response.result().stamps()).isEmpty();
        assertThat(response.result().pages().get(0).pageNumber()).isEqualTo(3);
        assertThat(response.status()).isEqualTo("finished");
    }

    @Test
    void parseSyncRespondsWithADocumentThatNamesTheFile() {
        Exchange exchange = camel.send(
                "docproc:parseSync?pages=true&titleTree=true", Documents.PDF, Map.of("CamelFileName", "letter.pdf"));

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody(String.class))
                .contains("Sample text of letter.pdf", "title_tree", "\"page_number\":1", "\"type\":\"title\"");
    }

    @Test
    void aJobCanBeSubmittedAndPolled() {
        String jobId = camel.request("docproc:parseAsync", Documents.PDF, io.docproc.camel.model.ParseJob.class)
                .jobId();
        assertThat(status(jobId).status()).isEqualTo("in_progress");

        service.completeJob(jobId);

        assertThat(status(jobId).status()).isEqualTo("completed");
        assertThat(status(jobId).resultUrl()).startsWith(service.baseUrl() + "/results/");
    }

    private io.docproc.camel.model.ParseJob status(String jobId) {
        return camel.request("docproc:parseStatus", jobId, io.docproc.camel.model.ParseJob.class);
    }

    @Test
    void balanceAndPackagesDescribeTheAccount() {
        service.packageCalls(7);

        assertThat(camel.request("docproc:balance", null, Balance.class).availableBalance())
                .isEqualByComparingTo("10000.00");
        ServicePackages valid =
                camel.request("docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown", null, ServicePackages.class);
        ServicePackages all = camel.request(
                "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown&includeAll=true", null, ServicePackages.class);
        assertThat(valid).hasSize(2);
        assertThat(valid.get(0).remainCount()).isEqualTo(7);
        assertThat(all).hasSize(3);
    }

    @Test
    void fieldsAndTablesOfACategoryAreKept() {
        Map<String, Object> field =
                Map.of("workspace_id", "w", "category_id", "c", "table_id", "t", "name", "price", "with_detail", true);
        CategoryField added = camel.request("docproc:addField", field, CategoryField.class);
        String table = camel.request(
                "docproc:updateTable",
                Map.of(
                        "workspace_id",
                        "w",
                        "category_id",
                        "c",
                        "table_id",
                        "t",
                        "collect_from_multi_table",
                        false,
                        "name",
                        "prices",
                        "with_detail",
                        true),
                String.class);

        assertThat(added.fieldId()).isEqualTo("1001");
        assertThat(table).contains("prices", "1001");
        assertThat(camel.send("docproc:addField", field).getException())
                .isInstanceOf(DocprocInvalidRequestException.class)
                .hasMessageContaining("name is price");
    }

    @Test
    void anyOtherPathCanBeProgrammed() {
        service.whenCall("/ai/service/v1/other")
                .matching(it -> it.parameters().containsKey("page"))
                .respond(Map.of("result", Map.of("answer", 42)));

        String answer = camel.request(
                "docproc:call?servicePath=/ai/service/v1/other&param.page=1", Documents.PDF, String.class);

        assertThat(answer).contains("42");
        assertThat(service.calls("call").get(0).document().bytes()).isEqualTo(Documents.PDF);
        assertThat(camel.send("docproc:call?servicePath=/ai/service/v1/other", Documents.PDF)
                        .getException())
                .isInstanceOf(DocprocInvalidRequestException.class)
                .hasMessageContaining("40400")
                .hasMessageContaining("/ai/service/v1/other");
    }

    @Test
    void aProgrammedPathCanRespondWithAFile() {
        service.whenCall("/export_file/download").respond(Map.of("content", new byte[] {1, 2, 3}));

        assertThat(camel.request("docproc:call?servicePath=/export_file/download&output=bytes", null, byte[].class))
                .containsExactly(1, 2, 3);
    }

    @Test
    void aTextIsTheAddressOfADocument() throws Exception {
        service.whenCall("/ai/service/v1/pdf_to_markdown").respond(Map.of("result", Map.of()));

        new HttpTestClient(service)
                .post(
                        "/ai/service/v1/pdf_to_markdown",
                        "text/plain",
                        BodyPublishers.ofString("http://files.example.com/a.pdf"));

        assertThat(service.calls("call").get(0).request().fileUrl())
                .contains(URI.create("http://files.example.com/a.pdf"));
    }

    @Test
    void aUrlIsAcceptedAndNotDownloaded() {
        Exchange exchange = camel.send("docproc:crop?fileUrl=https://example.com/photo.jpg", null);

        assertThat(exchange.getException()).isNull();
        assertThat(service.calls("crop").get(0).request().fileUrl().orElseThrow())
                .hasHost("example.com");
    }
}
