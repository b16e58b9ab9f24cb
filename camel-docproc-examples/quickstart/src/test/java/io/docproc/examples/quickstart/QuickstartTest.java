/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.FileTree;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RotatingValueSource;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickstartTest {
    private static final Path SAMPLES =
            Path.of("../shared/samples").toAbsolutePath().normalize();

    @TempDir
    private Path home;

    private final Map<String, String> properties = new HashMap<>();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void everySampleHasItsResultAndItsEntryInTheReport(String dsl) throws Exception {
        properties.put("docproc.dsl", dsl);

        assertThat(run()).as(console()).isTrue();

        List<String> photos = samples("photos");
        List<String> documents = samples("documents");
        List<String> all = Stream.concat(documents.stream(), photos.stream()).toList();
        for (String photo : photos) {
            BufferedImage page = ImageIO.read(outbox(photo + ".0.jpg").toFile());
            assertThat(page.getHeight()).as("%s stands upright", photo).isGreaterThan(page.getWidth());
        }
        for (String document : documents) {
            assertThat(fields(document).path("invoice_number"))
                    .as(document)
                    .isEqualTo(json(SAMPLES.resolve(document.replaceFirst("[.][^.]*$", ".fields.json")))
                            .path("invoice_number"));
        }
        assertThat(names(outbox("originals"))).containsExactlyElementsOf(all);
        assertThat(names(home.resolve("inbox"))).isEmpty();
        assertThat(report()).contains(all).contains("2748.00").doesNotContain("id=\"failed\"");
        assertThat(console())
                .contains(
                        "copied " + all.size() + " samples",
                        "[" + all.size() + "/" + all.size() + "]",
                        all.size() + " documents: " + all.size() + " processed",
                        "outbox/index.html");
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aFailedDocumentHasANoteAndStaysInTheReportUntilItIsMovedBack(String dsl) throws Exception {
        properties.put("docproc.dsl", dsl);
        drop("text.jpg", "not a photo");
        drop("empty.txt", "");
        drop("order.txt", "Order No.: O-17");

        assertThat(run()).isFalse();

        assertThat(fields("order.txt").path("invoice_number").asText()).isEqualTo("O-17");
        assertThat(names(outbox("failed")))
                .containsExactly("empty.txt", "empty.txt.error.txt", "text.jpg", "text.jpg.error.txt");
        assertThat(outbox("failed/text.jpg.error.txt")).content().contains("text.jpg was not processed", "40303");
        assertThat(outbox("failed/empty.txt.error.txt")).content().contains("40305");
        assertThat(report()).contains("40303", "40305", "O-17");

        Files.delete(outbox("failed/text.jpg"));
        Files.delete(outbox("failed/empty.txt"));
        drop("empty.txt", "Order No.: O-18");
        assertThat(run()).isTrue();

        assertThat(report()).contains("O-17", "O-18").doesNotContain("40303", "40305");
    }

    @Test
    void namesAreShownAsTheyAreAndNeverEvaluated() throws Exception {
        // A JVM without a locale has ASCII names only.
        Charset fileSystem = Charset.forName(System.getProperty("sun.jnu.encoding"));
        List<String> names = Stream.of("<b>x&.txt", "${sys.user.dir}.txt", "a: b%20#?+.txt", "发票.txt")
                .filter(fileSystem.newEncoder()::canEncode)
                .toList();
        for (String name : names) {
            drop(name, "Invoice No.: 5");
        }

        assertThat(run()).as(console()).isTrue();

        for (String name : names) {
            assertThat(fields(name).path("invoice_number").asText()).isEqualTo("5");
            assertThat(outbox("originals").resolve(name)).exists();
        }
        assertThat(report())
                .contains("&lt;b&gt;x&amp;.txt", "${sys.user.dir}.txt", "href=\"originals/a%3A%20b%2520%23%3F%2B.txt\"")
                .doesNotContain("<b>x");
    }

    @Test
    void anAccountNeedsItsCredentials() {
        properties.put("docproc.baseUrl", "https://service.example.com");
        properties.put("camel.component.docproc.app-id", "app");

        assertThatThrownBy(this::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("DOCPROC_SECRET_CODE");
    }

    private boolean run() throws Exception {
        properties.put("docproc.home", home.toString());
        properties.put("docproc.samples", SAMPLES.toString());
        return Main.run(properties, new PrintStream(console, true, StandardCharsets.UTF_8));
    }

    private String console() {
        return console.toString(StandardCharsets.UTF_8);
    }

    private Path outbox(String name) {
        return home.resolve("outbox").resolve(name);
    }

    private void drop(String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(home.resolve("inbox")).resolve(name), text);
    }

    private String report() throws IOException {
        return Files.readString(outbox("index.html"));
    }

    private JsonNode fields(String document) throws IOException {
        return json(outbox(document + ".json"));
    }

    private static JsonNode json(Path file) throws IOException {
        return new JsonMapper().readTree(file.toFile());
    }

    private static List<String> samples(String kind) throws IOException {
        return names(SAMPLES.resolve(kind)).stream()
                .filter(name -> !name.endsWith(".json"))
                .map(name -> kind + "/" + name)
                .toList();
    }

    private static List<String> names(Path folder) throws IOException {
        return FileTree.files(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .filter(name -> !name.startsWith("."))
                .sorted()
                .toList();
    }
}
