/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Repository;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the two routes that the README prints. */
@Timeout(60)
final class ReadmeRouteTest {
    private static final int MAX_LINES = 12;

    @TempDir
    private Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<String> routes = blocks("yaml");

    ReadmeRouteTest() throws IOException {}

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(Files.readString(Repository.ROOT.resolve("README.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    @BeforeEach
    void loadRoutes() throws Exception {
        Files.writeString(directory.resolve("invoice.json"), blocks("json").get(0));
        for (String route : routes) {
            String located = route.replaceAll("uri: file:", "uri: file:" + directory + "/")
                    .replace("classpath:", "file:" + directory + "/");
            PluginHelper.getRoutesLoader(service.context())
                    .loadRoutes(ResourceHelper.fromString("readme-" + routes.indexOf(route) + ".yaml", located));
        }
    }

    @Test
    void theRoutesAreShort() {
        assertThat(routes).hasSize(2).allSatisfy(route -> assertThat(route.lines())
                .hasSizeLessThanOrEqualTo(MAX_LINES));
    }

    @Test
    void eachPageOfAPhotoIsStored() throws IOException {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(Replies.JPEG, Replies.JPEG)));

        move("inbox/a.jpg", Replies.JPEG);

        awaitFile("inbox/done/a.jpg");
        assertThat(directory.resolve("pages").toFile().list()).containsExactlyInAnyOrder("a.jpg.0.jpg", "a.jpg.1.jpg");
    }

    @Test
    void aRefusedPhotoIsMoved() throws IOException {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40301,\"message\":\"unsupported\"}"));

        move("inbox/a.jpg", Replies.JPEG);

        awaitFile("inbox/failed/a.jpg");
    }

    @Test
    void theFieldsOfAnInvoiceAreStored() throws IOException {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));

        move("invoices/a.pdf", Replies.DOCUMENT);

        awaitFile("invoices/done/a.pdf");
        assertThat(directory.resolve("fields/a.pdf.json")).content().contains("total");
        assertThat(service.onlyRequest().getBodyAsString()).contains("Amount to pay");
    }

    /** Writes a file that the route sees at once as a whole. */
    private void move(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.move(Files.write(directory.resolve("whole"), content), file);
    }

    private void awaitFile(String name) {
        await().until(() -> Files.exists(directory.resolve(name)));
    }
}
