/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.completion.ResultDownloads.DownloadException;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which URLs and addresses a result may be downloaded from, and through which proxy. */
@Timeout(60)
class ResultDownloadsTest {
    private static final String SERVICE = "https://service.example.com/gateway";
    private static final String PUBLIC = "93.184.215.14";

    @AutoClose
    private final DefaultCamelContext camel = TestContexts.create();

    private final Deque<String> addresses = new ArrayDeque<>();
    private final CamelHttpClients clients = new CamelHttpClients((task, delay) -> new CompletableFuture<>());
    private final ResultDownloads downloads = new ResultDownloads(clients, new DnsResolver() {
        /** Resolves names to the next address of the list, which keeps its last one, and IP addresses to themselves. */
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            if (!host.endsWith(".example.com")) {
                return SystemDefaultDnsResolver.INSTANCE.resolve(host);
            }
            String next = addresses.size() > 1 ? addresses.remove() : addresses.element();
            return new InetAddress[] {InetAddress.getByName(next)};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    });

    private final CompletionOptions options = new CompletionOptions();

    @BeforeEach
    void openClients() {
        clients.setCamelContext(camel);
        clients.start();
    }

    @AfterEach
    void closeClients() {
        clients.stop();
    }

    private ResultDownloads.Source source(String baseUrl, Map<String, Object> http) {
        ServiceAccount account = new ServiceAccount(
                URI.create(baseUrl),
                new Credentials("an-app-id", "a-secret-code", Optional.empty()),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ZERO,
                Optional.empty(),
                http);
        return downloads.of(account, options, null);
    }

    private String fetch(ResultDownloads.Source source, String url) throws IOException {
        return source.fetch(
                "parseResult", url, response -> new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
    }

    private Throwable failure(String url) {
        try {
            return new AssertionError(fetch(source(SERVICE, Map.of()), url));
        } catch (IOException e) {
            return e;
        }
    }

    @ParameterizedTest
    @NullSource
    @CoversFault(41)
    @ValueSource(
            strings = {
                "http://results.example.com/1",
                "https://results.example.com:8443/1",
                "https://service.example.com:8443/1",
                "http://service.example.com/1",
                "https://user@results.example.com/1",
                "https://user:secret@service.example.com/1",
                "ftp://results.example.com/1",
                "jar:https://results.example.com/x.jar!/1",
                "//results.example.com/1",
                "https://",
                "https:results.example.com",
                "https://other.example.com/1",
                "https://results.example.com.evil.example.com/1",
                "not a url"
            })
    void aUrlThatIsNotAllowedIsRefused(String url) {
        options.setAllowedResultHosts("Results.example.com");
        assertThat(failure(url)).isInstanceOf(DownloadException.class).hasMessageContaining("is refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://results.example.com/1", "HTTPS://RESULTS.example.com:443/1?x=y", SERVICE + "/results/1"
            })
    @CoversFault(41)
    void anAllowedHostWithAnInternalAddressIsRefusedUnlessItIsTheService(String url) {
        options.setAllowedResultHosts("results.example.com");
        addresses.add("127.0.0.1");
        assertThat(failure(url).getMessage().contains("internal address 127.0.0.1"))
                .isEqualTo(!url.startsWith(SERVICE));
    }

    @Test
    @CoversFault(41)
    void aNameThatResolvesToAnInternalAddressLaterIsRefused() {
        addresses.addAll(List.of(PUBLIC, "127.0.0.1"));
        assertThat(failure("https://results.example.com/1")).hasMessageContaining("internal address 127.0.0.1");
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
                "[::1]",
                "[::127.0.0.1]",
                "[::ffff:10.0.0.1]",
                "[64:ff9b::a00:1]",
                "[100::1]",
                "[2001:0:ce49:7601:e866:efff:62c3:fffe]",
                "[2001:db8::1]",
                "[2002:7f00:1::]",
                "[fd12:3456::1]",
                "[fe80::1]",
                "[ff02::1]"
            })
    void anInternalAddressIsRefused(String address) {
        assertThat(failure("https://" + address + "/1")).hasMessageContaining("internal address");
    }

    @ParameterizedTest
    @ValueSource(strings = {PUBLIC, "100.63.255.255", "172.32.0.1", "168.63.129.17", "2001:4860::1"})
    void aPublicAddressIsAllowed(String address) throws Exception {
        assertThat(new ResultDownloads.PublicAddresses(SystemDefaultDnsResolver.INSTANCE, "").resolve(address))
                .containsExactly(InetAddress.getByName(address));
    }

    @ParameterizedTest
    @CsvSource({
        "https://service.example.com,https://SERVICE.example.com:443/1,true",
        "https://service.example.com:8443,https://service.example.com:8443/1,true",
        "http://service.example.com,HTTP://service.example.com:80/1,true",
        "https://service.example.com,https://service.example.com:80/1,false",
        "https://service.example.com:8443,https://service.example.com/1,false",
        "http://service.example.com,https://service.example.com:80/1,false",
        "http://service.example.com,http://results.example.com/1,false"
    })
    void onlyTheOriginOfBaseUrlReceivesCredentials(String baseUrl, URI url, boolean sameOrigin) {
        assertThat(source(baseUrl, Map.of()).hasOriginOfService(url)).isEqualTo(sameOrigin);
    }

    /** Its code and its message are those of an unknown server: no cooldown and no account error follow. */
    @Test
    void anErrorOfAnotherHostIsAnOrdinaryFailure() {
        ResultDownloads.Source source = source(SERVICE, Map.of());
        DownloadException error = DownloadException.error("not now", 40306, 200);

        assertThat(source.redacted(error, false))
                .isNotInstanceOf(DownloadException.class)
                .hasMessage("not now");
        assertThat(source.redacted(error, true)).isSameAs(error);
    }
}
