/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options for the download of results. */
@UriParams
public final class DownloadOptions {
    @UriParam(
            label = "parseResult,webhook,security",
            description = "Hosts from which results may be downloaded, separated by commas. If not set, any public "
                    + "host is allowed. Results at the origin of baseUrl are always allowed. Example: "
                    + "results.example.com,files.example.com")
    private String allowedResultHosts;

    @UriParam(
            label = "parseResult,webhook,common",
            defaultValue = "1073741824",
            description = "Maximum size of a downloaded result in bytes. Example: 104857600")
    private long maxResultSize = 1_073_741_824L;

    public String getAllowedResultHosts() {
        return allowedResultHosts;
    }

    public void setAllowedResultHosts(String allowedResultHosts) {
        this.allowedResultHosts = allowedResultHosts;
    }

    public long getMaxResultSize() {
        return maxResultSize;
    }

    public void setMaxResultSize(long maxResultSize) {
        this.maxResultSize = maxResultSize;
    }
}
