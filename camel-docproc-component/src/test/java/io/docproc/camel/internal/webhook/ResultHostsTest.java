/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.testkit.Survives;
import io.docproc.camel.testkit.TestContexts;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which URLs and IP addresses a result may be downloaded from. */
class ResultHostsTest {
    private static final URI BASE_URL = URI.create("https://service.example.com/gateway");
    private static final String PUBLIC = "93.184.215.14";

    @AutoClose
    private final DefaultCamelContext camel = TestContexts.create();

    private final List<String> addresses = new ArrayList<>(List.of(PUBLIC));

    /** Resolves names to the next address of the list, and IP addresses to themselves. The last address is kept. */
    private final DnsResolver resolver = new DnsResolver() {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            boolean name = host.endsWith(".example.com");
            String next = name ? addresses.remove(0) : host;
            if (name && addresses.isEmpty()) {
                addresses.add(next);
            }
            return new InetAddress[] {InetAddress.getByName(next)};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    };

    private final ResultHosts hosts = new ResultHosts(BASE_URL, Set.of(), Set.of(), resolver);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://results.example.com/1",
                "https://results.example.com:443/1?x=y",
                "HTTPS://Results.Example.com/1",
                "https://service.example.com/1"
            })
    void httpsOnItsDefaultPortIsAllowed(String url) throws Exception {
        assertThat(hosts.check(url)).isEqualTo(URI.create(url));
    }

    @ParameterizedTest
    @NullSource
    @Survives(41)
    @ValueSource(
            strings = {
                "http://results.example.com/1",
                "https://results.example.com:8443/1",
                "https://service.example.com:8443/1",
                "http://service.example.com/1",
                "https://user@results.example.com/1",
                "https://user:secret@service.example.com/1",
                "http://user@127.0.0.1/1",
                "file:///etc/passwd",
                "ftp://results.example.com/1",
                "jar:https://results.example.com/x.jar!/1",
                "//results.example.com/1",
                "/1",
                "",
                "https://",
                "https:results.example.com",
                "not a url"
            })
    void anyOtherUrlIsRefused(String url) {
        assertThatThrownBy(() -> hosts.check(url)).isInstanceOf(DownloadException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "https://service.example.com,https://service.example.com:443/1,true",
        "https://service.example.com:443,https://SERVICE.example.com/1,true",
        "https://service.example.com,https://service.example.com:80/1,false",
        "https://service.example.com:8443,https://service.example.com/1,false",
        "https://service.example.com:8443,https://service.example.com:8443/1,true",
        "http://service.example.com,http://service.example.com:80/1,true",
        "http://service.example.com:80,HTTP://service.example.com/1,true",
        "http://service.example.com,http://service.example.com:443/1,false",
        "http://service.example.com:8080,http://service.example.com/1,false",
        "http://service.example.com,https://service.example.com:80/1,false",
        "http://service.example.com,http://results.example.com/1,false"
    })
    void onlyTheOriginOfBaseUrlReceivesCredentials(URI baseUrl, URI url, boolean sameOrigin) {
        assertThat(new ResultHosts(baseUrl, Set.of(), Set.of(), resolver).isBaseUrl(url))
                .isEqualTo(sameOrigin);
    }

    @Test
    void onlyAllowedHostsAndTheHostOfBaseUrlAreAllowed() {
        ResultHosts restricted = new ResultHosts(BASE_URL, Set.of("Results.example.com"), Set.of(), resolver);

        assertThatCode(() -> restricted.check("https://RESULTS.example.com/1")).doesNotThrowAnyException();
        assertThatCode(() -> restricted.check("https://service.example.com/1")).doesNotThrowAnyException();
        assertThatThrownBy(() -> restricted.check("https://results.example.com.evil.example.com/1"))
                .isInstanceOf(DownloadException.class);
        assertThatThrownBy(() -> restricted.check("https://other.example.com/1"))
                .isInstanceOf(DownloadException.class);
    }

    @ParameterizedTest
    @Survives(41)
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.0.3",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "172.16.5.4",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.255.254",
                "192.0.0.8",
                "198.18.0.1",
                "198.19.255.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "64:ff9b::a00:1",
                "2002:7f00:1::",
                "64:ff9b:1::a00:1",
                "2001::1",
                "2001:0:ce49:7601:e866:efff:62c3:fffe",
                "2001:db8::1",
                "100::1",
                "168.63.129.16",
                "192.0.2.1",
                "198.51.100.1",
                "203.0.113.7"
            })
    void anInternalAddressIsRefused(String address) {
        addresses.set(0, address);

        assertThatThrownBy(() -> hosts.resolve("results.example.com"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("internal address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PUBLIC,
                "100.63.255.255",
                "100.128.0.1",
                "172.32.0.1",
                "168.63.129.17",
                "198.20.0.1",
                "2001:4860::1",
                "2606:4700::1111"
            })
    void aPublicAddressIsAllowedAndTheHostOfBaseUrlMayBeInternal(String address) throws Exception {
        addresses.set(0, address);
        assertThat(hosts.resolve("results.example.com")).containsExactly(InetAddress.getByName(address));

        addresses.set(0, "10.0.0.1");
        assertThat(hosts.resolve("service.example.com")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/1",
                "https://10.0.0.1/1",
                "https://169.254.169.254/latest/meta-data",
                "https://[::1]/1",
                "https://[::ffff:127.0.0.1]/1",
                "https://2130706433/1",
                "https://0x7f.0.0.1/1"
            })
    void anInternalIpAddressInTheUrlIsRefused(String url) {
        assertThatThrownBy(() -> fetch(url)).isInstanceOfAny(UnknownHostException.class, DownloadException.class);
    }

    @Test
    void aProxyMayBeInternalAndTheAddressOfTheResultIsCheckedBeforeIt() throws Exception {
        ResultHosts behindProxy = new ResultHosts(BASE_URL, Set.of(), Set.of("Proxy.example.com"), resolver);
        addresses.set(0, "10.0.0.1");

        assertThat(behindProxy.resolve("proxy.example.com")).hasSize(1);
        assertThatThrownBy(() -> behindProxy.check("https://results.example.com/1"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("internal address 10.0.0.1");
        assertThatThrownBy(() -> behindProxy.check("https://169.254.169.254/latest/meta-data"))
                .isInstanceOf(UnknownHostException.class);
    }

    @Test
    void aNameThatResolvesToAnInternalAddressLaterIsRefused() throws Exception {
        addresses.add("127.0.0.1");
        assertThat(hosts.resolve("results.example.com")).containsExactly(InetAddress.getByName(PUBLIC));

        assertThatThrownBy(() -> fetch("https://results.example.com/1"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("internal address 127.0.0.1");
    }

    private void fetch(String url) throws Exception {
        ServiceAccount account = TestDownloads.account(BASE_URL);
        ResultDownloads.Client client = ResultDownloads.client(camel, account, hosts);
        try (CloseableHttpClient http = client.http()) {
            ResultDownloads.fetch(
                    client, account, 1_000, "webhook", url, new SpoolingOutputStream(new DefaultExchange(camel)));
        }
    }
}
