/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class LocalPortTest {

    @Test
    void aFreePortCanBeListenedOnAndIsBelowThoseThatTheSystemGivesAway() throws IOException {
        int port = LocalPort.free();

        try (ServerSocket listening = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                ServerSocket given = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(listening.isBound()).isTrue();
            assertThat(port).isLessThan(given.getLocalPort());
        }
    }

    @Test
    void aPortOnWhichAnotherListensIsNotFree() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(LocalPort.isFree(InetAddress.getLoopbackAddress(), other.getLocalPort()))
                    .isFalse();
        }
    }
}
