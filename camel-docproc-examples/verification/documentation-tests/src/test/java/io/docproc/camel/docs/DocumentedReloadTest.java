/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Reload of routes, as of {@code camel run --dev}, during a call that takes longer than the shutdown timeout. */
@Timeout(120)
final class DocumentedReloadTest {
    private static final int CALL_MILLIS = 6000;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void theDocumentIsBilledAgainWithoutAResultRepository() throws Exception {
        reloadDuringACall();

        assertThat(service.server().getAllServeEvents()).hasSizeGreaterThan(1);
    }

    @Test
    void theDocumentedResultRepositoryBillsItOnce() throws Exception {
        Properties documented = new Properties();
        documented.load(DocumentedReloadTest.class.getResourceAsStream("/docs/result-repository-file.properties"));
        documented.forEach((name, value) -> main.addInitialProperty(
                (String) name,
                ((String) value)
                        .replace("data/results", directory.resolve("results").toString())));

        reloadDuringACall();

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private void reloadDuringACall() throws Exception {
        service.server()
                .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(okJson(Replies.CROP).withFixedDelay(CALL_MILLIS)));
        Files.createDirectory(directory.resolve("routes"));
        Files.write(Files.createDirectory(directory.resolve("inbox")).resolve("photo.pdf"), Replies.DOCUMENT);
        writeRoute("first");
        main.configure()
                .withRoutesIncludePattern("file:" + directory.resolve("routes") + "/*.yaml")
                .withRoutesReloadEnabled(true)
                .withRoutesReloadDirectory(directory.resolve("routes").toString())
                .withRoutesReloadPattern("*.yaml")
                .withShutdownTimeout(1);
        main.addInitialProperty(
                "camel.component.docproc.base-url", service.server().baseUrl());
        main.addInitialProperty("camel.component.docproc.app-id", ServiceDouble.APP_ID);
        main.addInitialProperty("camel.component.docproc.secret-code", ServiceDouble.SECRET_CODE);
        main.start();
        await().until(() -> !service.server().getAllServeEvents().isEmpty()
                || !main.getCamelContext().getInflightRepository().browse().isEmpty());

        writeRoute("second");

        await().until(() -> Files.exists(directory.resolve("outbox/second.jpg")));
    }

    private void writeRoute(String name) throws Exception {
        String route =
                """
                - route:
                    from:
                      uri: file:%1$s/inbox?initialDelay=0&noop=true
                      steps:
                        - to:
                            uri: docproc:crop
                        - to:
                            uri: file:%1$s/outbox?fileName=%2$s.jpg
                """
                        .formatted(directory, name);
        Path written = Files.writeString(directory.resolve("new.yaml"), route);
        Files.move(written, directory.resolve("routes/route.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }
}
