/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.support.FileSystemXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * The routes of the starter and of the projects under {@code embedding/} after a temporary failure, whose retry
 * ends with an account error, and while the account cannot be used.
 */
class AccountErrorTest {
    private static final int REFUSALS = 4;
    private static final int FILES = 2;
    private static final int PAUSE = 20;
    private static final String POLICY = "io.docproc.camel.account.AccountErrorRoutePolicy";

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../starter/src/main/resources/camel/photos.camel.yaml",
                "../spring-boot/src/main/resources/camel/routes.yaml",
                "../quarkus/src/main/resources/camel/routes.yaml",
                "../servlet/src/main/resources/camel/routes.xml"
            })
    void filesStayInTheirFolderAndAreBilledOnceWhenTheAccountWorksAgain(Path routes) throws Exception {
        fill("inbox", "photos");
        String text = Files.readString(routes);
        Main main = new Main();
        try (LocalService service = service()) {
            main.configure()
                    .withRoutesIncludePattern("file:"
                            + Files.writeString(folder.resolve(routes.getFileName()), withoutCompletions(text)));
            main.addInitialProperty("retryDelay", "1");
            main.addInitialProperty("docproc.redeliveryDelay", "1");
            main.addInitialProperty("inbox", folder + "/inbox");
            main.addInitialProperty("pages", folder + "/pages");
            main.addInitialProperty("camel.component.docproc.baseUrl", service.baseUrl());
            main.addInitialProperty("camel.component.docproc.appId", "local-app");
            main.addInitialProperty("camel.component.docproc.secretCode", "local-secret");
            main.addInitialProperty("camel.component.docproc.publicUrl", "http://127.0.0.1:9");
            main.addInitialProperty("camel.component.docproc.callbackSecret", "no-secret-but-long-enough");
            main.start();
            assertWaited(text.contains("inbox") ? "inbox" : "photos", "crop", "done");
            if (text.contains("parseAsync")) {
                fill("documents");
                assertWaited("documents", "parseAsync", "submitted");
            }
        } finally {
            main.stop();
        }
    }

    @Test
    void filesOfASpringXmlApplicationStayInTheirFolderToo() throws Exception {
        fill("photos");
        String beans = Files.readString(Path.of("../spring-xml/src/main/resources/META-INF/spring/camel-context.xml"));
        Path file = Files.writeString(folder.resolve("camel-context.xml"), withoutCompletions(beans));
        try (LocalService service = service();
                FileSystemXmlApplicationContext application = new FileSystemXmlApplicationContext(
                        new String[] {file.toUri().toString()}, false)) {
            application
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "account",
                            Map.of(
                                    "DOCPROC_BASE_URL", service.baseUrl(),
                                    "DOCPROC_APP_ID", "local-app",
                                    "DOCPROC_SECRET_CODE", "local-secret",
                                    "DOCPROC_PUBLIC_URL", "http://127.0.0.1:9",
                                    "DOCPROC_CALLBACK_SECRET", "no-secret-but-long-enough")));
            application.refresh();
            assertWaited("photos", "crop", "done");
            fill("documents");
            assertWaited("documents", "parseAsync", "submitted");
        }
    }

    private void assertWaited(String source, String operation, String done) {
        await().atMost(180, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(folder.resolve(source).resolve(done))
                        .isDirectoryContaining("glob:**0.jpg")
                        .isDirectoryContaining("glob:**1.jpg"));
        assertThat(folder.resolve(source).resolve("failed")).doesNotExist();
        assertThat(calls)
                .filteredOn(call -> call.startsWith(operation + " 200"))
                .hasSize(FILES);
        assertThat(calls)
                .filteredOn(call -> call.startsWith(operation + " 40003"))
                .hasSize(REFUSALS);
        assertThat(calls)
                .filteredOn(call -> call.startsWith(operation + " 30203"))
                .hasSize(1);
    }

    private void fill(String... names) throws IOException {
        for (String name : names) {
            Path source = Files.createDirectories(folder.resolve(name));
            for (int number = 0; number < FILES; number++) {
                Files.copy(Path.of("../../samples/photos/invoice-on-wood.jpg"), source.resolve(number + ".jpg"));
            }
        }
    }

    private LocalService service() throws IOException {
        return new LocalService(new LocalServiceOptions()
                        .port(0)
                        .temporaryFolder(Files.createDirectory(folder.resolve("service")))
                        .callLines(calls::add)
                        .faults(Stream.of("crop", "parseAsync")
                                .flatMap(operation -> Stream.of(
                                                "30203,first=1,times=1", "40003,first=2,times=" + REFUSALS)
                                        .map(fault -> FaultDefinition.parse(
                                                "operation=" + operation + ",every=1,kind=code,code=" + fault)))
                                .toList()))
                .start();
    }

    /** The completions need an HTTP server; {@link EmbeddingIT} receives them. */
    private String withoutCompletions(String routes) {
        // Quarkus has a later Camel, in which the property has another name in YAML.
        return routes.replace("routePolicyRef: ", "routePolicy: ")
                .replaceAll("(?s)- route:\\s+id: completions.*|<route id=\"completions\">.*?</route>", "")
                .replaceAll("(file:)(photos|inbox|pages|documents)", "$1" + folder + "/$2")
                .replaceAll("( +)type: " + POLICY, "$0\n$1properties:\n$1  pause: " + PAUSE)
                .replaceAll(
                        "(<bean id[^>]+" + POLICY + "\")/>",
                        "$1><property name=\"pause\" value=\"" + PAUSE + "\"/></bean>")
                .replaceAll(
                        "(<bean name[^>]+" + POLICY + "\")/>",
                        "$1><properties><property key=\"pause\" value=\"" + PAUSE + "\"/></properties></bean>")
                .replace("./data/jobs", folder + "/jobs")
                .replace("readLock: changed", "readLock: none")
                .replace("readLock=changed", "readLock=none");
    }
}
