/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idle state with connections and jobs. */
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
    void itIsIdleUnlessAClientIsConnected() throws Exception {
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).temporaryFolder(temp)).start()) {
            assertThat(service.isIdle()).isTrue();

            try (Socket client = new Socket("127.0.0.1", service.port())) {
                await().atMost(TIMEOUT).until(() -> client.isConnected() && !service.isIdle());
            }

            await().atMost(TIMEOUT).until(service::isIdle);
        }
    }

    @Test
    void itIsNotIdleWhileAJobRunsWithoutConnection() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        DocumentProcessors echo = FakeProcessors.echo();
        DocumentProcessors slow = new DocumentProcessors(echo.cropper(), echo.extractor(), (file, name, config) -> {
            begun.countDown();
            await().atMost(TIMEOUT).until(() -> released.getCount() == 0);
            return echo.parser().parse(file, name, config);
        });
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).temporaryFolder(temp), slow).start()) {
            assertThat(submitAndHangUp(service)).isEqualTo(HttpURLConnection.HTTP_OK);
            await().atMost(TIMEOUT).until(() -> begun.getCount() == 0);

            assertThat(service.isIdle()).isFalse();

            released.countDown();
            await().atMost(TIMEOUT).until(service::isIdle);
        }
    }

    private static int submitAndHangUp(LocalService service) throws IOException {
        HttpURLConnection call = (HttpURLConnection) URI.create(service.baseUrl() + "/api/v1/xparse/parse/async")
                .toURL()
                .openConnection();
        call.setRequestProperty("Connection", "close");
        call.setRequestProperty("Content-Type", "multipart/form-data; boundary=edge");
        call.setRequestProperty("x-ti-app-id", "local-app");
        call.setRequestProperty("x-ti-secret-code", "local-secret");
        call.setDoOutput(true);
        call.getOutputStream().write(FORM.getBytes(StandardCharsets.UTF_8));
        int status = call.getResponseCode();
        call.disconnect();
        return status;
    }
}
