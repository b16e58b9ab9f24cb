/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idle state with calls and jobs. */
class LocalServiceIdleTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String FORM =
            """
            --edge
            Content-Disposition: form-data; name="file"; filename="a.txt"

            Hello
            --edge--
            """
                    .replace("\n", "\r\n");

    @TempDir
    private Path temp;

    @Test
    void itIsIdleUnlessACallIsInFlight() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (LocalService service = new LocalService(
                        new LocalServiceOptions().port(0).temporaryFolder(temp), waiting(begun, released))
                .start()) {
            assertThat(service.isIdle()).isTrue();

            CompletableFuture<Integer> call = CompletableFuture.supplyAsync(() -> post(service, "sync"));
            await().atMost(TIMEOUT).until(() -> begun.getCount() == 0);
            assertThat(service.isIdle()).isFalse();

            released.countDown();
            assertThat(call.get()).isEqualTo(HttpURLConnection.HTTP_OK);
            await().atMost(TIMEOUT).until(service::isIdle);
        }
    }

    @Test
    void itIsNotIdleWhileAJobRunsWithoutCall() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (LocalService service = new LocalService(
                        new LocalServiceOptions().port(0).temporaryFolder(temp), waiting(begun, released))
                .start()) {
            assertThat(post(service, "async")).isEqualTo(HttpURLConnection.HTTP_OK);
            await().atMost(TIMEOUT).until(() -> begun.getCount() == 0);

            assertThat(service.isIdle()).isFalse();

            released.countDown();
            await().atMost(TIMEOUT).until(service::isIdle);
        }
    }

    private static DocumentProcessors waiting(CountDownLatch begun, CountDownLatch released) {
        DocumentProcessors echo = FakeProcessors.echo();
        return new DocumentProcessors(echo.cropper(), echo.extractor(), (file, name, config) -> {
            begun.countDown();
            await().atMost(TIMEOUT).until(() -> released.getCount() == 0);
            return echo.parser().parse(file, name, config);
        });
    }

    private static int post(LocalService service, String call) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(service.baseUrl() + "/api/v1/xparse/parse/" + call)
                            .toURL()
                            .openConnection();
            connection.setRequestProperty("Content-Type", "multipart/form-data; boundary=edge");
            connection.setRequestProperty("x-ti-app-id", "local-app");
            connection.setRequestProperty("x-ti-secret-code", "local-secret");
            connection.setDoOutput(true);
            connection.getOutputStream().write(FORM.getBytes(StandardCharsets.UTF_8));
            return connection.getResponseCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
