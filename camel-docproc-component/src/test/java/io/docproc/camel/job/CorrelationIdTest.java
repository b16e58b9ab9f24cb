/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ParseJobFixture;
import io.docproc.camel.testkit.Survives;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Correlation ids of several parse jobs submitted by one route. */
class CorrelationIdTest extends ParseJobFixture {
    @TempDir
    Path folder;

    @Test
    @Survives(67)
    void eachDocumentInALoopHasItsFileNameAsCorrelationId() throws Exception {
        numberJobs(3);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:three")
                        .loop(3)
                        .setBody(constant(PDF))
                        .setHeader(Exchange.FILE_NAME, simple("invoice-${exchangeProperty.CamelLoopIndex}.pdf"))
                        .to("docproc:parseAsync");
            }
        });

        service.call("direct:three", "start");

        assertThat(correlationIds()).containsExactlyInAnyOrder("invoice-0.pdf", "invoice-1.pdf", "invoice-2.pdf");
    }

    @Test
    @Survives(67)
    void documentsWithoutNamesInALoopHaveUniqueIds() throws Exception {
        numberJobs(3);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:three").loop(3).setBody(constant(PDF)).to("docproc:parseAsync");
            }
        });

        Message message = service.call("direct:three", "start");

        String id = message.getExchange().getExchangeId();
        assertThat(correlationIds()).containsExactlyInAnyOrder(id, id + "-2", id + "-3");
    }

    @Test
    @Survives(67)
    void aFileSetAsBodyIsIdentifiedByItsOwnName() throws Exception {
        numberJobs(2);
        File otherFile = Files.write(folder.resolve("other.pdf"), PDF).toFile();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder.resolve("in") + "?noop=true")
                        .to("docproc:parseAsync")
                        .setBody(constant(otherFile))
                        .to("docproc:parseAsync")
                        .to("mock:done");
            }
        });
        Files.createDirectories(folder.resolve("in"));

        Files.write(folder.resolve("in/consumed.pdf"), PDF);

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(correlationIds())
                .containsExactlyInAnyOrder("consumed.pdf", "other.pdf"));
        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().getBodyAsString())
                .anyMatch(form -> form.contains("filename=\"consumed.pdf\""))
                .anyMatch(form -> form.contains("filename=\"other.pdf\""));
    }

    @Test
    @Survives(67)
    void theCorrelationIdMayContainValuesOfTheMessage() throws Exception {
        numberJobs(2);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:two")
                        .to("docproc:parseAsync")
                        .setBody(constant(PDF))
                        .to("docproc:parseAsync?correlationId=RAW(of & ${header.CamelDocprocJobId})");
            }
        });

        service.call("direct:two", PDF, Map.of(Exchange.FILE_NAME, "a.pdf"));

        assertThat(correlationIds()).containsExactlyInAnyOrder("a.pdf", "of & job-1");
    }

    /** A callback URL returns a question mark for half of a surrogate pair, and PostgreSQL rejects the character 0. */
    @ParameterizedTest
    @ValueSource(ints = {0xD83D, 0})
    void anIdThatACallbackOrADatabaseWouldChangeIsRefusedBeforeTheCall(int character) throws Exception {
        numberJobs(1);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("docproc:parseAsync?correlationId=${header.id}");
            }
        });

        Exchange exchange = service.send("direct:one", PDF, Map.of("id", "a" + (char) character));

        assertThat((Throwable) exchange.getException()).hasMessageContaining("correlationId");
        service.assertNothingSent();
    }

    @Test
    @Survives(67)
    void thePartsOfASplitFileHaveUniqueIds() throws Exception {
        numberJobs(6);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder.resolve("in") + "?noop=true&idempotent=true")
                        .split(body().tokenize(","))
                        .setBody(constant(PDF))
                        .multicast()
                        .to("docproc:parseAsync", "docproc:parseAsync");
            }
        });
        Files.createDirectories(folder.resolve("in"));

        Files.writeString(folder.resolve("in/batch.txt"), "1,2,3");

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(correlationIds())
                .containsExactlyInAnyOrder(
                        "batch.txt",
                        "batch.txt-1-2",
                        "batch.txt-2-1",
                        "batch.txt-2-2",
                        "batch.txt-3-1",
                        "batch.txt-3-2"));
    }
}
