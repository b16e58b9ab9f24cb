/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import io.docproc.camel.internal.http.ServiceAccount;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Settings for the download of results.
 *
 * @param account base URL, credentials and timeouts; the credentials are sent to the origin of the base URL only
 * @param tls TLS configuration of the service; empty for the default
 * @param allowedHosts host names that results may be downloaded from; empty for any public host
 * @param maxSize maximum size of a result in bytes
 * @param maxDownloads maximum number of concurrent downloads; each uses one connection
 */
public record DownloadSettings(
        ServiceAccount account, Optional<SSLContext> tls, Set<String> allowedHosts, long maxSize, int maxDownloads) {

    /**
     * Reads the options for downloads.
     *
     * @param context creates the TLS configuration
     * @param account the account whose results are downloaded
     * @param options hosts and maximum size of results
     * @param maxDownloads maximum number of concurrent downloads
     * @throws IllegalArgumentException if the TLS configuration is invalid
     */
    public static DownloadSettings of(
            CamelContext context, ServiceAccount account, DownloadOptions options, int maxDownloads) {
        Optional<SSLContext> tls = account.settings().tls().map(parameters -> sslContext(parameters, context));
        return new DownloadSettings(
                account, tls, hosts(options.getAllowedResultHosts()), options.getMaxResultSize(), maxDownloads);
    }

    private static Set<String> hosts(String allowedResultHosts) {
        return allowedResultHosts == null
                ? Set.of()
                : Arrays.stream(allowedResultHosts.split(","))
                        .map(String::strip)
                        .filter(host -> !host.isEmpty())
                        .collect(Collectors.toSet());
    }

    private static SSLContext sslContext(SSLContextParameters parameters, CamelContext context) {
        try {
            return parameters.createSSLContext(context);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "Option sslContextParameters is invalid: " + e.getMessage()
                            + "; correct its key store, trust store or protocol",
                    e);
        }
    }
}
