/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.CoversFault;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses from which a result may be downloaded; the rules for its URL are tested with {@code parseResult}. */
class ResultDownloadsTest {
    private static final String PUBLIC = "93.184.215.14";

    private final Deque<String> addresses = new ArrayDeque<>();

    /** Resolves a name to the next address. */
    private final ResultDownloads.PublicAddresses resolver = new ResultDownloads.PublicAddresses(
            new DnsResolver() {
                @Override
                public InetAddress[] resolve(String host) throws UnknownHostException {
                    return new InetAddress[] {InetAddress.getByName(addresses.remove())};
                }

                @Override
                public String resolveCanonicalHostname(String host) {
                    return host;
                }
            },
            "service.example.com");

    private InetAddress[] resolve(String host, String address) throws UnknownHostException {
        addresses.add(address);
        return resolver.resolve(host);
    }

    @ParameterizedTest
    @CoversFault(41)
    @ValueSource(
            strings = {
                "0.1.2.3",
                "10.0.0.1",
                "100.127.255.254",
                "127.255.0.3",
                "168.63.129.16",
                "169.254.169.254",
                "172.16.5.4",
                "192.0.0.8",
                "192.168.1.1",
                "198.19.255.1",
                "203.0.113.7",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::127.0.0.1",
                "::ffff:10.0.0.1",
                "64:ff9b::a00:1",
                "100::1",
                "2001:0:ce49:7601:e866:efff:62c3:fffe",
                "2001:db8::1",
                "2002:7f00:1::",
                "fd12:3456::1",
                "fe80::1",
                "ff02::1"
            })
    void anInternalAddressIsRefusedUnlessItIsThatOfTheService(String address) throws Exception {
        assertThatThrownBy(() -> resolve("results.example.com", address)).hasMessageContaining("internal address");
        assertThat(resolve("SERVICE.example.com", address)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {PUBLIC, "100.63.255.255", "172.32.0.1", "168.63.129.17", "2001:4860::1"})
    void aPublicAddressIsAllowed(String address) throws Exception {
        assertThat(resolve("results.example.com", address)).containsExactly(InetAddress.getByName(address));
    }

    @Test
    @CoversFault(41)
    void aNameThatResolvesToAnInternalAddressLaterIsRefused() throws Exception {
        assertThat(resolve("results.example.com", PUBLIC)).hasSize(1);
        assertThatThrownBy(() -> resolve("results.example.com", "127.0.0.1")).hasMessageContaining("127.0.0.1");
    }
}
