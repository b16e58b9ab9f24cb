/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class LocalPortTest {

    @Test
    void aFreePortCanBeListenedOnAndIsBelowThoseThatMostSystemsGiveAway() throws IOException {
        int port = LocalPort.free();

        try (ServerSocket listening = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(listening.isBound()).isTrue();
            assertThat(port).isBetween(20_000, 31_999);
        }
    }

    @Test
    void aPortOnWhichAnotherListensIsNotFree() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(() -> LocalPort.requireFree(InetAddress.getLoopbackAddress(), other.getLocalPort()));
        }
    }
}
