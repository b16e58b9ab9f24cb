/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.server.HttpServerExchange;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopbackOnlyTest {
    private final List<String> entered = new ArrayList<>();
    private final LoopbackOnly handler = new LoopbackOnly(it -> entered.add("local"), it -> entered.add("remote"));

    @ParameterizedTest
    @CsvSource({"127.0.0.1, local", "::1, local", "192.0.2.7, remote", "10.0.0.1, remote", "2001:db8::1, remote"})
    void onlyClientsOnThisMachineAreLocal(String address, String expected) throws Exception {
        HttpServerExchange exchange = new HttpServerExchange(null);
        exchange.setSourceAddress(new InetSocketAddress(address, 4711));

        handler.handleRequest(exchange);

        assertThat(entered).containsExactly(expected);
    }
}
