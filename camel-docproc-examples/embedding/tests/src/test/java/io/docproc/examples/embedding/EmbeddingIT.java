/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.LocalPort;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
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
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The projects under {@code embedding/}, as they were just built, each run by itself against the local service. */
class EmbeddingIT {
    private static final Path PROJECTS = Path.of("..").toAbsolutePath().normalize();
    private static final Path SAMPLES = Path.of("../../samples");
    private static final String DOCUMENT = "invoice-ruled.pdf";

    @TempDir
    private Path folder;

    private LocalService service;
    private int port;

    @BeforeEach
    void startTheService() throws IOException {
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .credentials("embedded-app", "embedded-secret")
                        .temporaryFolder(Files.createDirectory(folder.resolve("service"))))
                .start();
        port = LocalPort.free();
        Files.createDirectory(folder.resolve("photos"));
        Files.createDirectory(folder.resolve("documents"));
        Files.copy(SAMPLES.resolve("photos/invoice-on-wood.jpg"), folder.resolve("photos/invoice.jpg"));
        Files.copy(SAMPLES.resolve("photos/letter-in-shadow.jpg"), folder.resolve("photos/letter.jpg"));
        Files.copy(SAMPLES.resolve("documents/" + DOCUMENT), folder.resolve("documents/" + DOCUMENT));
    }

    @AfterEach
    void stopTheService() {
        service.close();
    }

    @Test
    void aSpringBootApplicationCropsAndReceivesCallbacks() throws Exception {
        try (Application application =
                start("", "-Dserver.port=" + port, "-jar", built("spring-boot", "docproc-spring-boot.jar"))) {
            assertPages(application);
            assertCallback(application, "");
        }
    }

    @Test
    void aSpringBootApplicationWithAnUnknownPropertyDoesNotStart() throws Exception {
        try (Application application = start(
                "",
                "-jar",
                built("spring-boot", "docproc-spring-boot.jar"),
                "--server.port=" + port,
                "--camel.component.docproc.secretcod=embedded-secret")) {
            assertThat(application.exitCode()).isEqualTo(1);
            assertThat(application.output())
                    .contains("Property camel.component.docproc.secretcod is not an option of the docproc component")
                    .doesNotContain("embedded-secret");
        }
    }

    @Test
    void aQuarkusApplicationCropsAndReceivesCallbacks() throws Exception {
        try (Application application = start(
                "",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-jar",
                built("quarkus", "quarkus-app/quarkus-run.jar"))) {
            assertPages(application);
            assertCallback(application, "");
        }
    }

    @Test
    void aWebApplicationInAServletContainerCropsAndReceivesCallbacks() throws Exception {
        Path tomcat = Path.of(System.getProperty("tomcat.home"));
        Path base = folder.resolve("tomcat");
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps"));
        Files.copy(Path.of("src/test/resources/embedding/server.xml"), base.resolve("conf/server.xml"));
        Files.copy(Path.of(built("servlet", "docproc-servlet.war")), base.resolve("webapps/docproc-servlet.war"));
        try (Application application = start(
                "/docproc-servlet",
                "-Dcatalina.home=" + tomcat,
                "-Dcatalina.base=" + base,
                "-Dhttp.port=" + port,
                "-cp",
                tomcat.resolve("bin/bootstrap.jar") + File.pathSeparator + tomcat.resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start")) {
            assertPages(application);
            assertCallback(application, "/docproc-servlet");
        }
    }

    @Test
    void aClassicSpringXmlApplicationCropsAndTakesCallbacks() throws Exception {
        try (Application application =
                start("", "-Dserver.port=" + port, "-jar", built("spring-xml", "docproc-spring-xml.jar"))) {
            assertPages(application);
            assertCallback(application, "");
        }
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
        for (String photo : new String[] {"invoice.jpg", "letter.jpg"}) {
            application.until(photo + " is done", () -> Files.exists(folder.resolve("photos/done/" + photo)));
            BufferedImage page =
                    ImageIO.read(folder.resolve("pages/" + photo + ".0.jpg").toFile());
            assertThat(page).as(application.output()).isNotNull();
            assertThat(page.getHeight()).isGreaterThan(1000);
        }
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

    private static boolean isJson(Path file) throws IOException {
        try {
            return new JsonMapper().readTree(file.toFile()).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
