/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.processor.aggregate.zipfile.ZipAggregationStrategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the routes of the guides that split and aggregate documents. */
@Timeout(120)
final class DocumentedAggregationTest extends DocumentedRoutesFixture {
    @TempDir
    private Path folder;

    @BeforeEach
    void respond() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":12.50}}}"));
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveOfPhotosBecomesAnArchiveOfPages(Dsl dsl) throws Exception {
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        Exchange exchange = send("direct:zip", archive("first.png", "second.png"));

        assertThat(exchange.getException()).isNull();
        assertThat(entries(outbox().resolve("photos.zip"))).containsExactly("first.png.jpg", "second.png.jpg");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveWithAPhotoOfSeveralPagesFails(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(Replies.JPEG, Replies.JPEG)));
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        assertThat(send("direct:zip", archive("first.png")).getException()).hasMessageContaining("ImageList");
        assertThat(outbox()).doesNotExist();
    }

    @Test
    void aNullBodyIsNotAnEntryOfAnArchive() throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:bodies")
                        .split(body(), new ZipAggregationStrategy(false, true))
                        .choice()
                        .when(simple("${body} == 'failed'"))
                        .setBody(simple("${null}"))
                        .end()
                        .setHeader("CamelFileName", simple("${exchangeProperty.CamelSplitIndex}"))
                        .end()
                        .to("file:{{outbox}}?fileName=photos.zip");
            }
        });

        service.call("direct:bodies", List.of("failed", "a", "failed", "b"));

        try (ZipFile photos = new ZipFile(outbox().resolve("photos.zip").toFile())) {
            assertThat(photos.stream().map(ZipEntry::getName)).containsExactly("1", "3");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveWithARejectedPhotoFails(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40422,\"message\":\"damaged\"}"));
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        assertThat(send("direct:zip", archive("first.png", "second.png")).getException())
                .isNotNull();
        assertThat(outbox()).doesNotExist();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void theFieldsOfAnArchiveAreOneFile(Dsl dsl) throws Exception {
        respondOnce(1, "{\"code\":50011,\"message\":\"timed out\"}");
        respondOnce(2, "{\"code\":40422,\"message\":\"damaged\"}");
        service.context().addRoutesConfigurations(new RouteConfigurationBuilder() {
            @Override
            public void configuration() {
                routeConfiguration()
                        .onException(DocprocException.class)
                        .onWhen(simple("${exception.retryable}"))
                        .maximumRedeliveries(1)
                        .redeliveryDelay(0);
            }
        });
        dsl.load(service.context(), "invoices", new DocumentedGuides.Invoices());

        Exchange exchange = send("direct:invoices", archive("damaged.png", "a.png", "b.png"));

        assertThat(exchange.getException()).isNull();
        assertThat(Json.read(Files.readString(outbox().resolve("fields.json"))))
                .isEqualTo(Json.read("[{\"total\":12.50},{\"total\":12.50}]"));
        assertThat(outbox().resolve("failed/damaged.png")).hasBinaryContent(Replies.JPEG);
        assertThat(service.server().getAllServeEvents()).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource
    void anAccountErrorFailsTheArchive(Dsl dsl) throws Exception {
        respondOnce(1, "{\"code\":40003,\"message\":\"insufficient balance\"}");
        dsl.load(service.context(), "invoices", new DocumentedGuides.Invoices());

        Exchange exchange = send("direct:invoices", archive("a.png", "b.png"));

        assertThat((Throwable) exchange.getException()).hasRootCauseInstanceOf(DocprocAccountException.class);
        assertThat(outbox()).doesNotExist();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void theFieldsOfAFolderAreOneFile(Dsl dsl) throws Exception {
        service.context().getPropertiesComponent().addInitialProperty("inbox", folder.toString());
        Files.write(folder.resolve("a.pdf"), Replies.DOCUMENT);
        Files.write(folder.resolve("b.pdf"), Replies.DOCUMENT);

        dsl.load(service.context(), "fields-of-folder", new DocumentedGuides.FieldsOfFolder());
        Path fields = outbox().resolve("fields.json");
        await().until(() -> Files.exists(fields) && Files.size(fields) > 0);

        assertThat(Json.read(Files.readString(fields))).isEqualTo(Json.read("[{\"total\":12.50},{\"total\":12.50}]"));
    }

    /** Responds to the n-th call of an extraction, counted from 1. */
    private void respondOnce(int call, String response) {
        service.server()
                .stubFor(Stubs.ok(Replies.EXTRACT_PATH, response)
                        .inScenario("calls")
                        .whenScenarioStateIs(call == 1 ? Scenario.STARTED : "call " + call)
                        .willSetStateTo("call " + (call + 1)));
    }

    private Exchange send(String uri, Path archive) {
        return service.send(uri, archive.toFile(), Map.of(Exchange.FILE_NAME, "photos.zip"));
    }

    private Path archive(String... names) throws IOException {
        Path archive = folder.resolve("photos.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(Replies.JPEG);
            }
        }
        return archive;
    }

    private static List<String> entries(Path archive) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                assertThat(zip.readAllBytes()).isEqualTo(Replies.JPEG);
                names.add(entry.getName());
            }
        }
        return names;
    }
}
