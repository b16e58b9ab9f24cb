/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.util.IOHelper;
import org.apache.hc.core5.http.ConnectionClosedException;

/**
 * Downloads of a component. Those with equal connections share one client, from the first download until the component
 * stops. Thread-safe.
 */
public final class ResultDownloaders {
    private final Map<Key, ResultDownloader> downloaders = new HashMap<>();
    private boolean stopped;

    private record Key(
            URI baseUrl, Optional<SSLContextParameters> tls, Map<String, Object> options, Set<String> allowedHosts) {}

    /** Returns the downloads for the settings of an endpoint. */
    public ResultSource of(CamelContext context, ServiceAccount account, DownloadOptions options) {
        Set<String> allowedHosts = hosts(options.getAllowedResultHosts());
        long maxSize = options.getMaxResultSize();
        return (operation, resultUrl, spool) -> downloader(context, account.settings(), allowedHosts)
                .fetch(account, maxSize, operation, resultUrl, spool);
    }

    private static Set<String> hosts(String allowedResultHosts) {
        return Optional.ofNullable(allowedResultHosts).stream()
                .flatMap(hosts -> Arrays.stream(hosts.split(",")))
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private synchronized ResultDownloader downloader(
            CamelContext context, HttpSettings settings, Set<String> allowedHosts) throws ConnectionClosedException {
        if (stopped) {
            throw new ConnectionClosedException("the component is stopped");
        }
        return downloaders.computeIfAbsent(
                new Key(settings.baseUrl(), settings.tls(), settings.options(), allowedHosts),
                key -> new ResultDownloader(context, settings, allowedHosts));
    }

    /** Accepts downloads again after a stop. */
    public synchronized void start() {
        stopped = false;
    }

    /** Closes all clients, which aborts the downloads in flight, and rejects further downloads. */
    public synchronized void stop() {
        stopped = true;
        downloaders.values().forEach(IOHelper::close);
        downloaders.clear();
    }
}
