/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Repository;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.main.Main;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the route of the starter, against each failure that its reader may meet. */
@Timeout(120)
final class StarterRouteTest {
    @TempDir
    private Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final String route = route();

    @BeforeEach
    void createInbox() throws IOException {
        Files.createDirectory(directory.resolve("inbox"));
    }

    /** Returns the route with the defaults of its placeholders. */
    private static String route() {
        try {
            return Files.readString(Repository.EXAMPLES.resolve("starter/src/main/resources/camel/photos.camel.yaml"))
                    .replaceAll("\\{\\{(\\w+):\\w+}}", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachPageOfAPhotoIsStored() throws Exception {
        photo("a.jpg");
        respond(okJson(Replies.crop(Replies.JPEG, Replies.JPEG)));

        start();

        awaitFiles("inbox/done", "a.jpg");
        assertThat(files("pages")).containsExactly("a.jpg.0.jpg", "a.jpg.1.jpg");
        assertThat(directory.resolve("pages/a.jpg.1.jpg")).hasBinaryContent(Replies.JPEG);
    }

    @Test
    void aTemporaryFailureIsRetried() throws Exception {
        photo("a.jpg");
        ResponseDefinitionBuilder busy = okJson("{\"code\":50011,\"message\":\"model timed out\"}");
        respond(busy, busy, okJson(Replies.CROP));

        start();

        awaitFiles("inbox/done", "a.jpg");
        assertThat(files("pages")).containsExactly("a.jpg.0.jpg");
        assertThat(calls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "lost", "40306"})
    void aPhotoThatCannotBeProcessedIsMovedWithItsReasonInTheLog(String failure) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(10));
        photo("a.jpg");
        respond(
                switch (failure) {
                    case "refused" -> okJson("{\"code\":40303,\"message\":\"unsupported\"}");
                    case "lost" -> aResponse().withFault(Fault.EMPTY_RESPONSE);
                    default -> okJson("{\"code\":40306,\"message\":\"too many requests\"}");
                });
        try (CapturedLog log = new CapturedLog()) {
            start();

            awaitFiles("inbox/failed", "a.jpg");
            assertThat(log.text()).contains("a.jpg", "retryable=false");
        }
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty.jpg", "letter.docx", "notes.txt", "photo.heic"})
    void aFileThatIsNoPhotoIsMovedWithoutACall(String name) throws Exception {
        respond(okJson(Replies.CROP));
        age(Files.write(
                directory.resolve("inbox").resolve(name),
                name.startsWith("empty") ? new byte[0] : new byte[] {'P', 'K', 3, 4}));
        try (CapturedLog log = new CapturedLog()) {
            start();

            awaitFiles("inbox/failed", name);
            assertThat(log.text()).contains(name, "retryable=false");
        }
        assertThat(calls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {40003, 40102})
    @CoversFault({55, 74})
    void photosWaitForTheAccount(int code) throws Exception {
        photo("a.jpg");
        photo("b.jpg");
        respond(okJson("{\"code\":" + code + ",\"message\":\"refused\"}"));
        start();
        await().until(() -> calls() >= 1);
        assertThat(files("inbox")).containsExactly("a.jpg", "b.jpg");

        respond(okJson(Replies.CROP));

        awaitFiles("inbox/done", "a.jpg", "b.jpg");
        assertThat(files("inbox/failed")).isEmpty();
        assertThat(files("pages")).containsExactly("a.jpg.0.jpg", "b.jpg.0.jpg");
    }

    @Test
    void aPhotoWhosePagesWereNotStoredIsMovedBackWithoutAnotherCall() throws Exception {
        photo("a.jpg");
        respond(okJson(Replies.crop(Replies.JPEG, Replies.JPEG)));
        Path disk = Files.createFile(directory.resolve("pages"));
        start();
        awaitFiles("inbox/failed", "a.jpg");

        Files.delete(disk);
        Files.move(directory.resolve("inbox/failed/a.jpg"), directory.resolve("inbox/a.jpg"));

        awaitFiles("inbox/done", "a.jpg");
        assertThat(files("pages")).containsExactly("a.jpg.0.jpg", "a.jpg.1.jpg");
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    @Timeout(300)
    void aPhotoSurvivesTheEndOfTheProcess() throws Exception {
        photo("a.jpg");
        respond(okJson(Replies.CROP).withFixedDelay(60_000));
        try (ChildProcess process = new ChildProcess(
                Application.class,
                service.server().baseUrl(),
                Files.writeString(file(), located()).toString())) {
            // A process starts slowly beside a busy build.
            await().atMost(Duration.ofMinutes(3)).until(() -> calls() == 1);
            process.kill();
        }
        assertThat(files("inbox")).containsExactly("a.jpg");

        respond(okJson(Replies.CROP));
        start();

        awaitFiles("inbox/done", "a.jpg");
        assertThat(files("pages")).containsExactly("a.jpg.0.jpg");
    }

    /** Without a minimum age, each photo takes a second, and an empty file delays each poll by 10 s. */
    @Test
    void photosAreReadAsFastAsTheyMayBeSent() throws Exception {
        Replies.configure(service, component -> component.setRequestsPerSecond(50));
        Path inbox = directory.resolve("inbox");
        Files.createFile(inbox.resolve("0-empty.jpg"));
        for (int number = 0; number < 200; number++) {
            Files.write(inbox.resolve(number + ".jpg"), Replies.JPEG);
        }
        respond(okJson(Replies.CROP));

        start();

        await().atMost(Duration.ofMinutes(1)).until(() -> files("inbox/done").size() == 200);
        awaitFiles("inbox/failed", "0-empty.jpg");
        assertThat(calls()).isEqualTo(200);
    }

    @Test
    void aPhotoThatIsStillWrittenIsNotRead() throws Exception {
        respond(okJson(Replies.CROP));
        Path inbox = directory.resolve("inbox");
        try (OutputStream growing = Files.newOutputStream(inbox.resolve("a.jpg"))) {
            growing.write(Replies.JPEG);
            photo("b.jpg");
            start();
            await().pollInterval(Duration.ofMillis(100)).until(() -> {
                growing.write(0);
                return files("inbox/done").equals(List.of("b.jpg"));
            });
            assertThat(files("inbox")).containsExactly("a.jpg");
            assertThat(calls()).isEqualTo(1);
        }

        awaitFiles("inbox/done", "a.jpg", "b.jpg");
    }

    @Test
    void eachFileRouteOfTheRepositoryHasTheSameReadLock() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path file : Repository.files()) {
            if (file.toString().matches(".*\\.(adoc|java|md|xml|yaml)")
                    && !file.toString().contains("ftp-")) {
                sources.add(file + ": "
                        + Files.readString(file)
                                .replace("&amp;", "&")
                                .replaceAll("\\b(readLock\\w*): \"?(\\w+)\"?,?\\s+", "&$1=$2"));
            }
        }

        assertThat(sources)
                .filteredOn(source -> source.contains("readLock" + "=changed"))
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        source -> assertThat(source)
                                .doesNotContainPattern(
                                        "readLock"
                                                + "=changed(?!&readLockCheckInterval|&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0)"));
    }

    /** The application of the starter's reader. */
    static final class Application {
        public static void main(String... arguments) throws Exception {
            Main main = new Main();
            main.addInitialProperty("camel.component.docproc.base-url", arguments[0]);
            main.addInitialProperty("camel.component.docproc.app-id", ServiceDouble.APP_ID);
            main.addInitialProperty("camel.component.docproc.secret-code", ServiceDouble.SECRET_CODE);
            main.configure().setRoutesIncludePattern("file:" + arguments[1]);
            main.run();
        }
    }

    private void start() throws Exception {
        Resource file = ResourceHelper.fromString("photos.yaml", located());
        PluginHelper.getRoutesLoader(service.context()).loadRoutes(file);
    }

    /** Returns the route with its folders in the temporary directory. */
    private String located() {
        return route.replaceAll("file:(inbox|pages)", "file:" + directory + "/$1");
    }

    private Path file() {
        return directory.resolve("photos.yaml");
    }

    private void photo(String name) throws IOException {
        age(Files.write(directory.resolve("inbox").resolve(name), Replies.JPEG));
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }

    /**
     * Responds in this order, with the last response to each further call. Later stubs take precedence.
     */
    private void respond(ResponseDefinitionBuilder... responses) {
        String scenario = "calls " + service.server().getStubMappings().size();
        for (int index = 0; index < responses.length; index++) {
            service.server()
                    .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                            .inScenario(scenario)
                            .whenScenarioStateIs(index == 0 ? Scenario.STARTED : "call " + index)
                            .willSetStateTo(
                                    index + 1 < responses.length
                                            ? "call " + (index + 1)
                                            : index == 0 ? Scenario.STARTED : "call " + index)
                            .willReturn(responses[index]));
        }
    }

    private int calls() {
        return service.server()
                .countRequestsMatching(
                        postRequestedFor(urlPathEqualTo(Replies.CROP_PATH)).build())
                .getCount();
    }

    private void awaitFiles(String folder, String... names) {
        await().until(() -> files(folder).equals(List.of(names)));
    }

    private List<String> files(String folder) throws IOException {
        return files(directory.resolve(folder));
    }

    /** Returns the sorted names of the files in a folder; none if it does not exist. */
    static List<String> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
