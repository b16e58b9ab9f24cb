/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.server.HttpServerExchange;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopbackOnlyTest {
    private final List<String> entered = new ArrayList<>();
    private final LoopbackOnly authorizer = new LoopbackOnly(it -> entered.add("inside"), it -> entered.add("outside"));

    @ParameterizedTest
    @CsvSource({"127.0.0.1, inside", "::1, inside", "192.0.2.7, outside", "10.0.0.1, outside", "2001:db8::1, outside"})
    void onlyClientsOnThisMachineGetInside(String address, String where) throws Exception {
        HttpServerExchange exchange = new HttpServerExchange(null);
        exchange.setSourceAddress(new InetSocketAddress(address, 4711));

        authorizer.handleRequest(exchange);

        assertThat(entered).containsExactly(where);
    }
}
