/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouterTest {
    @ParameterizedTest
    @CsvSource({"127.0.0.1, true", "::1, true", "192.0.2.7, false", "10.0.0.1, false", "2001:db8::1, false"})
    void onlyClientsOnThisMachineMayUseControlPaths(String address, boolean expected) {
        assertThat(Router.isLocal(new InetSocketAddress(address, 4711))).isEqualTo(expected);
    }
}
