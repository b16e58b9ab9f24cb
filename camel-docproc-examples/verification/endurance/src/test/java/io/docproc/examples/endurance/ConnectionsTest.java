/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ConnectionsTest {
    private static final int TIMEOUT_SECONDS = 30;

    @Test
    void anOpenConnectionIsNamedByItsEndsAndItsState() throws IOException {
        String line;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            line = ":" + client.getLocalPort() + " to 127.0.0.1:" + server.getLocalPort() + " ESTABLISHED";
            assertThat(Connections.open())
                    .anySatisfy(it -> assertThat(it).contains("127.0.0.1").endsWith(line));
        }
        assertThat(Connections.open()).noneSatisfy(it -> assertThat(it).endsWith(line));
    }

    @Test
    void aToolThatLooksIntoTheProcessLeavesNoConnection() throws Exception {
        List<String> before = notTcp();
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(ProcessHandle.current().pid()),
                        "VM.version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();

        try {
            assertThat(tool.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("jcmd has ended")
                    .isTrue();
        } finally {
            tool.destroyForcibly();
        }
        assertThat(tool.exitValue()).isZero();
        // what others connect at this very moment may seem to be of that kind, but does not stay so
        await().untilAsserted(() -> assertThat(notTcp()).isSubsetOf(before));
    }

    private static List<String> notTcp() throws IOException {
        return Connections.open().stream()
                .filter(it -> it.endsWith("not TCP or not connected"))
                .toList();
    }
}
