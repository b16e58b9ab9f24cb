/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.SharedClients;
import org.apache.camel.CamelContext;
import org.apache.camel.util.IOHelper;
import org.apache.hc.core5.http.ConnectionClosedException;

/**
 * Downloaders of a component. Downloads with equal settings share one, with its connections. A few unused downloaders
 * stay open. Thread-safe.
 */
public final class ResultDownloaders {
    private final SharedClients<Key, ResultDownloader> downloaders = new SharedClients<>(IOHelper::close);

    private record Key(ServiceAccount account, String allowedResultHosts, long maxResultSize, int maxDownloads) {}

    /**
     * Returns the downloads for the settings of an endpoint. A downloader exists from the first download on.
     *
     * @param maxDownloads maximum number of concurrent downloads
     */
    public ResultSource of(CamelContext context, ServiceAccount account, DownloadOptions options, int maxDownloads) {
        Key key = new Key(account, options.getAllowedResultHosts(), options.getMaxResultSize(), maxDownloads);
        return (operation, resultUrl, spool) -> {
            try (SharedClients<Key, ResultDownloader>.Lease lease = lease(context, key, options)) {
                return lease.client().fetch(operation, resultUrl, spool);
            }
        };
    }

    private SharedClients<Key, ResultDownloader>.Lease lease(CamelContext context, Key key, DownloadOptions options)
            throws ConnectionClosedException {
        try {
            return downloaders.lease(
                    key,
                    () -> new ResultDownloader(
                            DownloadSettings.of(context, key.account(), options, key.maxDownloads())));
        } catch (IllegalStateException e) {
            throw new ConnectionClosedException(e.getMessage(), e);
        }
    }

    /** Returns the number of open downloaders. */
    int size() {
        return downloaders.size();
    }

    /** Accepts downloads again after a stop. */
    public void start() {
        downloaders.start();
    }

    /** Closes all downloaders, which aborts the downloads in flight, and rejects further downloads. */
    public void stop() {
        downloaders.stop();
    }
}
