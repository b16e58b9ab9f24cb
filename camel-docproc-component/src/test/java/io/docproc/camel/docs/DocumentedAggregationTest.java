/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
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

        Exchange exchange = send(archive("first.png", "second.png"));

        assertThat(exchange.getException()).isNull();
        assertThat(entries(outbox().resolve("photos.zip"))).containsExactly("first.png.jpg", "second.png.jpg");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveWithARejectedPhotoFails(Dsl dsl) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40422,\"message\":\"damaged\"}"));
        dsl.load(service.context(), "zip", new DocumentedGuides.Zip());

        assertThat(send(archive("first.png", "second.png")).getException()).isNotNull();
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

    private Exchange send(Path archive) {
        return service.send("direct:zip", archive.toFile(), Map.of(Exchange.FILE_NAME, "photos.zip"));
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
