/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CallsInFlight;
import io.docproc.camel.internal.http.ComponentRateLimits;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.DnsResolver;

/** Settings of downloads for tests: any public host is allowed, and one download runs at a time. */
public final class TestDownloads {
    static final Credentials CREDENTIALS = new Credentials("an-app-id", "a-secret-code");

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private TestDownloads() {}

    /** Returns settings without a deadline. */
    public static DownloadSettings settings(URI baseUrl, long maxSize) {
        return settings(baseUrl, maxSize, Duration.ZERO, (task, delay) -> new CompletableFuture<>());
    }

    static DownloadSettings settings(URI baseUrl, long maxSize, Duration callTimeout, CallDeadline.Timer timer) {
        HttpSettings http = new HttpSettings(baseUrl, TIMEOUT, TIMEOUT, Optional.empty(), Map.of());
        ServiceAccount.Resources resources = new ServiceAccount.Resources(
                () -> {
                    throw new AssertionError("downloads have a client of their own");
                },
                new ComponentRateLimits(),
                timer,
                new CallsInFlight());
        ServiceAccount account = new ServiceAccount(http, CREDENTIALS, callTimeout, resources);
        return new DownloadSettings(account, Optional.empty(), Set.of(), maxSize, 1);
    }

    /** Returns a downloader that fails with this error when it resolves the host of a result. */
    public static ResultDownloader failing(Error error) {
        URI baseUrl = URI.create("https://service.example.com");
        DnsResolver resolver = new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) {
                throw error;
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
        return new ResultDownloader(settings(baseUrl, 1_000), new ResultHosts(baseUrl, Set.of(), resolver));
    }
}
