/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Repository;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Unpacks archives with the documented route, into the inbox of the README's route. */
@Timeout(240)
final class DocumentedArchiveTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path folder;

    @BeforeEach
    void createFolders() throws IOException {
        for (String name : List.of("archives", "inbox", "pages")) {
            service.context()
                    .getPropertiesComponent()
                    .addOverrideProperty(
                            name, Files.createDirectory(folder.resolve(name)).toString());
        }
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    @ParameterizedTest
    @EachDsl
    void eachPhotoOfAnArchiveBecomesAPhotoOfTheInbox(Dsl dsl) throws Exception {
        archive("it's, 合同.zip", Replies.JPEG, "first.png", "a/照片.png");

        dsl.load(service.context(), "archive", new DocumentedGuides.Archive());

        await().until(() -> files("archives/done").equals(List.of("it's, 合同.zip")));
        assertThat(files("inbox")).containsExactly("it's, 合同.zip-a-照片.png", "it's, 合同.zip-first.png");
        assertThat(folder.resolve("inbox/it's, 合同.zip-first.png")).hasBinaryContent(Replies.JPEG);
    }

    @ParameterizedTest
    @EachDsl
    void aDamagedArchiveIsMoved(Dsl dsl) throws Exception {
        age(Files.write(folder.resolve("archives/damaged.zip"), Replies.JPEG));

        dsl.load(service.context(), "archive", new DocumentedGuides.Archive());

        await().until(() -> files("archives/failed").equals(List.of("damaged.zip")));
        assertThat(files("inbox")).isEmpty();
    }

    /** 150 photos of 1 MB. */
    @Test
    void theHeapDoesNotGrowWithTheArchive() throws Exception {
        byte[] photo = Arrays.copyOf(Replies.JPEG, 1_000_000);
        String[] names = IntStream.range(0, Application.PHOTOS)
                .mapToObj(it -> it + ".jpg")
                .toArray(String[]::new);
        archive("photos.zip", photo, names);

        List<String> printed = ChildProcess.output(List.of("-Xmx48m"), Map.of(), Application.class, folder.toString());

        assertThat(printed).contains(Application.PHOTOS + " photos");
        assertThat(files("inbox/done")).hasSize(Application.PHOTOS);
        assertThat(files("pages")).hasSize(Application.PHOTOS);
    }

    /** Unpacks and crops with the route of the starter, which is that of the README. */
    static final class Application {
        private static final int PHOTOS = 150;

        public static void main(String... arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", Application::respond);
            server.start();
            Main main = new Main();
            main.addInitialProperty(
                    "camel.component.docproc.base-url",
                    "http://localhost:" + server.getAddress().getPort());
            main.addInitialProperty("camel.component.docproc.app-id", ServiceDouble.APP_ID);
            main.addInitialProperty("camel.component.docproc.secret-code", ServiceDouble.SECRET_CODE);
            main.addInitialProperty("camel.component.docproc.requests-per-second", "0");
            for (String name : List.of("archives", "inbox", "pages")) {
                main.addInitialProperty(name, folder.resolve(name).toString());
            }
            Path starter = Repository.EXAMPLES.resolve("starter/src/main/resources/camel/photos.camel.yaml");
            main.configure().setRoutesIncludePattern("classpath:docs/archive.yaml,file:" + starter);
            main.start();
            Path done = folder.resolve("inbox/done");
            await().atMost(Duration.ofMinutes(3)).until(() -> Files.isDirectory(done) && photos(done) == PHOTOS);
            main.stop();
            server.stop(0);
            System.out.println(photos(done) + " photos");
        }

        private static long photos(Path folder) throws IOException {
            try (Stream<Path> photos = Files.list(folder)) {
                return photos.count();
            }
        }

        private static void respond(HttpExchange exchange) throws IOException {
            try (exchange) {
                exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
                byte[] page = Replies.CROP.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            }
        }
    }

    private void archive(String name, byte[] photo, String... names) throws IOException {
        Path archive = folder.resolve("archives").resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (String entry : names) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(photo);
            }
        }
        age(archive);
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    }

    private List<String> files(String name) throws IOException {
        return StarterRouteTest.files(folder.resolve(name));
    }
}
