/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is open is found: tests assert that nothing is. */
@EnabledOnOs(OS.LINUX)
final class OpenHandlesTest {
    @TempDir
    Path folder;

    @Test
    void anOpenFileIsListed() throws IOException {
        Path file = folder.resolve("open");
        try (OutputStream open = Files.newOutputStream(file)) {
            open.write(1);
            assertThat(OpenHandles.filesIn(folder)).containsExactly(file.toString());
        }
        assertThat(OpenHandles.filesIn(folder)).isEmpty();
    }

    @Test
    void anOpenConnectionIsCounted() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket connection = new Socket(server.getInetAddress(), server.getLocalPort());
            assertThat(OpenHandles.connectionsTo(server.getLocalPort())).isEqualTo(1);
            connection.close();
            await().until(() -> OpenHandles.connectionsTo(server.getLocalPort()) == 0);
        }
    }
}
