/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs the routes of the guides that split and aggregate documents. */
@Timeout(120)
final class DocumentedAggregationTest extends DocumentedRoutesFixture {
    private static final String DAMAGED = "{\"code\":40422,\"message\":\"damaged\"}";
    private static final String BALANCE = "{\"code\":40003,\"message\":\"insufficient balance\"}";

    @TempDir
    private Path folder;

    @BeforeEach
    void respond() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    @ParameterizedTest
    @EachDsl
    void anArchiveOfPhotosBecomesAnArchiveOfPages(Dsl dsl) throws Exception {
        assumeTemporaryFolderWithoutSpace();
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        Exchange exchange = send("direct:zip", archive("first.png", "second.png"));

        assertThat(exchange.getException()).isNull();
        assertThat(entries(outbox().resolve("photos.zip"))).containsExactly("first.png.jpg", "second.png.jpg");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EachDsl
    void anArchiveWithAPhotoOfSeveralPagesFails(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(Replies.JPEG, Replies.JPEG)));
        assumeTemporaryFolderWithoutSpace();
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        assertThat(send("direct:zip", archive("first.png")).getException()).hasMessageContaining("ImageList");
        assertThat(outbox()).doesNotExist();
    }

    @ParameterizedTest
    @EachDsl
    void aRejectedPhotoIsNotInTheArchive(Dsl dsl) throws Exception {
        respondOnce(Replies.CROP_PATH, 1, DAMAGED);
        assumeTemporaryFolderWithoutSpace();
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        Exchange exchange = send("direct:zip", archive("damaged.png", "second.png"));

        assertThat(exchange.getException()).isNull();
        assertThat(entries(outbox().resolve("photos.zip"))).containsExactly("second.png.jpg");
        assertThat(outbox().resolve("failed/photos.zip/damaged.png")).hasBinaryContent(Replies.JPEG);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EachDsl
    void anArchiveWithoutPagesIsEmpty(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, DAMAGED));
        assumeTemporaryFolderWithoutSpace();
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        assertThat(send("direct:zip", archive("a.png", "b.png")).getException()).isNull();
        assertThat(entries(outbox().resolve("photos.zip"))).isEmpty();
    }

    @ParameterizedTest
    @EachDsl
    void anAccountErrorFailsTheArchiveOfPhotos(Dsl dsl) throws Exception {
        respondOnce(Replies.CROP_PATH, 2, BALANCE);
        respondOnce(Replies.CROP_PATH, 1, Replies.CROP);
        assumeTemporaryFolderWithoutSpace();
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        Exchange exchange = send("direct:zip", archive("a.png", "b.png", "c.png"));

        assertThat((Throwable) exchange.getException()).hasRootCauseInstanceOf(DocprocAccountException.class);
        assertThat(outbox()).doesNotExist();
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    /** Responds to the n-th call of a path, counted from 1. */
    private void respondOnce(String path, int call, String response) {
        service.server()
                .stubFor(Stubs.ok(path, response)
                        .inScenario("calls")
                        .whenScenarioStateIs(call == 1 ? Scenario.STARTED : "call " + call)
                        .willSetStateTo("call " + (call + 1)));
    }

    private Exchange send(String uri, Path archive) {
        return service.send(uri, archive.toFile(), Map.of(Exchange.FILE_NAME, "photos.zip"));
    }

    /** Camel's strategy creates the archive in this folder, and encodes the URI of a path that contains a space twice. */
    private static void assumeTemporaryFolderWithoutSpace() {
        String folder = System.getProperty("java.io.tmpdir");
        assumeThat(folder.indexOf(' '))
                .as("a ZIP cannot be created in " + folder)
                .isNegative();
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
