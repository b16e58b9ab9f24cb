/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.LocalPort;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The projects under {@code embedding/}, as they were just built, each run by itself against the local service. */
class EmbeddingIT {
    private static final Path PROJECTS =
            Path.of("../../embedding").toAbsolutePath().normalize();
    private static final Path SAMPLES = Path.of("../../shared/samples");
    private static final String DOCUMENT = "invoice-ruled.pdf";
    private static final List<String> PHOTOS =
            List.of("invoice-on-wood.jpg", "letter-in-shadow.jpg", "invoice-on-light-table.jpg");
    /** The first photo is cropped after these failures, the second one is refused, and the third one is cropped. */
    private static final List<String> CROPS = List.of("500", "40003", "200", "40303", "200");

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private LocalService service;
    private int port;

    @BeforeEach
    void startTheService() throws IOException {
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .credentials("embedded-app", "embedded-secret")
                        .callLines(calls::add)
                        .faults(IntStream.range(0, CROPS.size())
                                .filter(call -> !CROPS.get(call).equals("200"))
                                .mapToObj(
                                        call -> FaultDefinition.parse("operation=crop,kind=code,every=1,times=1,first="
                                                + (call + 1) + ",code=" + CROPS.get(call)))
                                .toList())
                        .temporaryFolder(Files.createDirectory(folder.resolve("service"))))
                .start();
        port = LocalPort.free();
        Files.createDirectory(folder.resolve("photos"));
        Files.createDirectory(folder.resolve("documents"));
        for (String photo : PHOTOS) {
            Files.copy(
                    SAMPLES.resolve("photos").resolve(photo),
                    folder.resolve("photos").resolve(photo));
        }
        Files.copy(SAMPLES.resolve("documents/" + DOCUMENT), folder.resolve("documents/" + DOCUMENT));
    }

    @AfterEach
    void stopTheService() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring-boot", "spring-boot-4", "quarkus", "servlet", "spring-xml"})
    void cropsWaitsForServiceAndAccountAndReceivesCallbacks(String runtime) throws Exception {
        String contextPath = runtime.equals("servlet") ? "/docproc-servlet" : "";
        try (Application application = run(runtime, contextPath)) {
            assertPages(application);
            assertCallback(application, contextPath);
            if (runtime.startsWith("spring-boot")) {
                assertReadiness();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring-boot", "spring-boot-4"})
    void aSpringBootApplicationWithAnUnknownPropertyDoesNotStart(String runtime) throws Exception {
        try (Application application = start(
                "",
                "-jar",
                built(runtime, "docproc-" + runtime + ".jar"),
                "--server.port=" + port,
                "--camel.component.docproc.secretcod=embedded-secret")) {
            assertThat(application.exitCode()).isEqualTo(1);
            assertThat(application.output())
                    .contains("Property camel.component.docproc.secretcod is not an option of the docproc component")
                    .doesNotContain("embedded-secret");
        }
    }

    /** Starts the application of a project. */
    private Application run(String runtime, String contextPath) throws IOException {
        List<String> command =
                switch (runtime) {
                    case "spring-boot", "spring-boot-4" ->
                        List.of("-Dserver.port=" + port, "-jar", built(runtime, "docproc-" + runtime + ".jar"));
                    case "quarkus" ->
                        List.of(
                                "-Dquarkus.http.host=127.0.0.1",
                                "-Dquarkus.http.port=" + port,
                                "-jar",
                                built(runtime, "quarkus-app/quarkus-run.jar"));
                    case "servlet" -> tomcat();
                    default -> List.of("-Dserver.port=" + port, "-jar", built(runtime, "docproc-spring-xml.jar"));
                };
        return start(contextPath, command.toArray(String[]::new));
    }

    private List<String> tomcat() throws IOException {
        Path tomcat = Path.of(System.getProperty("tomcat.home"));
        Path base = folder.resolve("tomcat");
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps"));
        Files.copy(Path.of("src/test/resources/embedding/server.xml"), base.resolve("conf/server.xml"));
        Files.copy(Path.of(built("servlet", "docproc-servlet.war")), base.resolve("webapps/docproc-servlet.war"));
        return List.of(
                "-Dcatalina.home=" + tomcat,
                "-Dcatalina.base=" + base,
                "-Dhttp.port=" + port,
                "-cp",
                tomcat.resolve("bin/bootstrap.jar") + File.pathSeparator + tomcat.resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start");
    }

    private Application start(String contextPath, String... arguments) throws IOException {
        return new Application(
                folder,
                Map.of(
                        "DOCPROC_BASE_URL", service.baseUrl(),
                        "DOCPROC_APP_ID", "embedded-app",
                        "DOCPROC_SECRET_CODE", "embedded-secret",
                        "DOCPROC_PUBLIC_URL", "http://127.0.0.1:" + port + contextPath,
                        "DOCPROC_CALLBACK_SECRET", "embedded-callback-secret"),
                arguments);
    }

    private static String built(String project, String file) {
        return PROJECTS.resolve(project).resolve("target").resolve(file).toString();
    }

    private void assertPages(Application application) throws IOException {
        application.until(
                "three photos are moved",
                () -> names("photos/done").size() + names("photos/failed").size() == 3);
        List<String> done = names("photos/done");
        assertThat(done).as(application.output()).hasSize(2);
        for (String photo : done) {
            BufferedImage page =
                    ImageIO.read(folder.resolve("pages/" + photo + ".0.jpg").toFile());
            assertThat(page).as(application.output()).isNotNull();
            assertThat(page.getHeight()).isGreaterThan(1000);
        }
        await().untilAsserted(() -> assertThat(
                        calls.stream().filter(call -> call.startsWith("crop ")).map(call -> call.split(" ")[1]))
                .containsExactlyInAnyOrderElementsOf(CROPS));
        assertThat(application.output()).doesNotContain("embedded-secret", "embedded-callback-secret");
    }

    /** Only the signed callback of the service is accepted. */
    private void assertCallback(Application application, String contextPath) throws Exception {
        Path parsed = folder.resolve("parsed/" + DOCUMENT + ".json");
        application.until(DOCUMENT + " is parsed", () -> Files.exists(parsed) && isJson(parsed));
        assertThat(Files.readString(parsed)).contains("# INVOICE");
        URI callbacks = URI.create("http://127.0.0.1:" + port + contextPath + "/docproc/completions");
        HttpRequest forged = HttpRequest.newBuilder(callbacks)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"job_id\":\"j-1\",\"status\":\"completed\"}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(forged, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(401);
    }

    /** Spring Boot does not start if the readiness group includes an indicator that does not exist. */
    private void assertReadiness() throws Exception {
        URI health = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                        .body())
                .contains("\"status\":\"UP\"");
    }

    private List<String> names(String name) {
        String[] names = folder.resolve(name).toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    private static boolean isJson(Path file) throws IOException {
        try {
            return new JsonMapper().readTree(file.toFile()).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
