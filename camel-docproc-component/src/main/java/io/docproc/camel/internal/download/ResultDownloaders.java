/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import io.docproc.camel.internal.http.ServiceAccount;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.util.IOHelper;

/** Downloaders of a component. Endpoints with equal settings share one, with its connections. Thread-safe. */
public final class ResultDownloaders {
    private final Map<Key, ResultDownloader> downloaders = new ConcurrentHashMap<>();

    private record Key(ServiceAccount account, String allowedResultHosts, long maxResultSize, int maxDownloads) {}

    /**
     * Returns the downloader for the settings of an endpoint. It opens no connection before the first download.
     *
     * @param maxDownloads maximum number of concurrent downloads
     * @throws IllegalArgumentException if an option is invalid
     */
    public ResultDownloader of(
            CamelContext context, ServiceAccount account, DownloadOptions options, int maxDownloads) {
        Key key = new Key(account, options.getAllowedResultHosts(), options.getMaxResultSize(), maxDownloads);
        return downloaders.computeIfAbsent(
                key, absent -> new ResultDownloader(DownloadSettings.of(context, account, options, maxDownloads)));
    }

    /** Closes all downloaders, which aborts the downloads in flight. */
    public void stop() {
        downloaders.values().forEach(IOHelper::close);
        downloaders.clear();
    }
}
