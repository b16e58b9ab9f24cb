/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.apache.camel.builder.Builder.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ParseJobFixture;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Correlation ids of several parse jobs submitted by one route. */
class CorrelationIdTest extends ParseJobFixture {
    @TempDir
    Path folder;

    private void run(int jobs, String from, Consumer<RouteDefinition> route) throws Exception {
        numberJobs(jobs);
        service.route(routes -> route.accept(routes.from(from)));
    }

    private String consume(String name, byte[] content) throws Exception {
        Files.write(folder.resolve(name), content);
        return "file:" + folder + "?noop=true&fileName=" + name;
    }

    @Test
    @CoversFault(67)
    void documentsWithoutNamesInALoopHaveUniqueIds() throws Exception {
        run(3, "direct:start", route -> route.loop(3).setBody(constant(PDF)).to("docproc:parseAsync"));
        String id = service.call("direct:start", "start").getExchange().getExchangeId();

        assertThat(correlationIds()).containsExactlyInAnyOrder(id, id + "-2", id + "-3");
    }

    @Test
    @CoversFault(67)
    void aFileSetAsBodyIsIdentifiedByItsOwnName() throws Exception {
        File otherFile = Files.write(folder.resolve("other.pdf"), PDF).toFile();
        run(2, consume("consumed.pdf", PDF), route -> route.to("docproc:parseAsync")
                .setBody(constant(otherFile))
                .to("docproc:parseAsync"));

        await().untilAsserted(
                        () -> assertThat(correlationIds()).containsExactlyInAnyOrder("consumed.pdf", "other.pdf"));
        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().getBodyAsString())
                .anyMatch(form -> form.contains("filename=\"consumed.pdf\""))
                .anyMatch(form -> form.contains("filename=\"other.pdf\""));
    }

    @Test
    @CoversFault(67)
    void thePartsOfASplitFileHaveUniqueIds() throws Exception {
        run(6, consume("batch.txt", "1,2,3".getBytes(StandardCharsets.US_ASCII)), route -> route.split()
                .tokenize(",")
                .setBody(constant(PDF))
                .multicast()
                .to("docproc:parseAsync", "docproc:parseAsync"));

        await().untilAsserted(() -> assertThat(correlationIds())
                .containsExactlyInAnyOrder(
                        "batch.txt",
                        "batch.txt-1-2",
                        "batch.txt-2-1",
                        "batch.txt-2-2",
                        "batch.txt-3-1",
                        "batch.txt-3-2"));
    }

    @Test
    @CoversFault(67)
    void thePartsOfASplitMessageWithANameHaveUniqueIds() throws Exception {
        run(
                3,
                "direct:start",
                route -> route.split().tokenize(",").setBody(constant(PDF)).to("docproc:parseAsync"));
        service.call("direct:start", "1,2,3", Map.of(Exchange.FILE_NAME, "batch.zip"));

        assertThat(correlationIds()).containsExactlyInAnyOrder("batch.zip", "batch.zip-2", "batch.zip-3");
    }

    @Test
    @CoversFault(67)
    void theCorrelationIdMayContainValuesOfTheMessage() throws Exception {
        run(3, "direct:start", route -> route.to("docproc:parseAsync")
                .setBody(constant(PDF))
                .to("docproc:parseAsync?correlationId=RAW(of & ${header.CamelDocprocJobId})")
                .setBody(constant(PDF))
                .to("docproc:parseAsync?correlationId=order-$simple{header.order}"));
        service.call("direct:start", PDF, Map.of(Exchange.FILE_NAME, "a.pdf", "order", 4711));

        assertThat(correlationIds()).containsExactlyInAnyOrder("a.pdf", "of & job-1", "order-4711");
    }

    /** A callback URL returns a question mark for half of a surrogate pair, and PostgreSQL rejects the character 0. */
    @ParameterizedTest
    @ValueSource(ints = {0xD83D, 0})
    void anIdThatACallbackOrADatabaseWouldChangeIsRefusedBeforeTheCall(int character) {
        Exchange exchange = service.send(
                "docproc:parseAsync?correlationId=RAW(${header.id})", PDF, Map.of("id", "a" + (char) character));

        assertThat((Throwable) exchange.getException()).hasMessageContaining("correlationId");
        service.assertNothingSent();
    }
}
