/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ConnectionsTest {
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
        List<String> before = Connections.open();
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(ProcessHandle.current().pid()),
                        "VM.version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(tool.waitFor()).isZero();
        assertThat(Connections.open()).isEqualTo(before);
    }
}
