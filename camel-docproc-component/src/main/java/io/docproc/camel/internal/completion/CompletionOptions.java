/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options for the completions of parse jobs and the download of their results. Durations are in milliseconds. */
@UriParams
public final class CompletionOptions {
    /**
     * Whether only callbacks with the component's signature are accepted. Without callbackSecret the consumer starts
     * only if this option is false; unsigned callbacks are then accepted from any sender. Example: false
     */
    @UriParam(label = "webhook,consumer,security", defaultValue = "true")
    private boolean requireSignature = true;

    /** Maximum size of a callback request body in bytes. Example: 16384 */
    @UriParam(label = "webhook,consumer", defaultValue = "65536")
    private int maxCallbackSize = 65_536;

    /**
     * Component of the HTTP server that receives callbacks: platform-http, servlet, jetty, netty-http, undertow.
     * Example: undertow
     */
    @UriParam(label = "webhook,consumer", defaultValue = "platform-http")
    private String webhookComponentName = "platform-http";

    /**
     * Time after the submission of a job at which the consumer starts to poll its status, if its callback has not
     * arrived; 0 = never poll. Requires a jobRepository on the component. Example: 15m
     */
    @UriParam(label = "webhook,consumer", defaultValue = "0", javaType = "java.time.Duration")
    private long pollAfter = 0;

    /**
     * Time after which the lease of a node on a job expires, unless the node extends it. Another node then takes over
     * the completion of the job. The clocks of the nodes must differ by much less. Example: 10m
     */
    @UriParam(label = "webhook,completions,consumer,advanced", defaultValue = "5m", javaType = "java.time.Duration")
    private long leaseTimeout = 300_000;

    /**
     * Hosts from which results may be downloaded, separated by commas. If not set, any public host is allowed. Results
     * at the origin of baseUrl are always allowed. Example: results.example.com,files.example.com
     */
    @UriParam(label = "parse,parseResult,security")
    private String allowedResultHosts;

    /** Maximum size of a downloaded result in bytes. Example: 104857600 */
    @UriParam(label = "parse,parseResult,common", defaultValue = "1073741824")
    private long maxResultSize = 1_073_741_824L;

    public boolean isRequireSignature() {
        return requireSignature;
    }

    public void setRequireSignature(boolean requireSignature) {
        this.requireSignature = requireSignature;
    }

    public int getMaxCallbackSize() {
        return maxCallbackSize;
    }

    public void setMaxCallbackSize(int maxCallbackSize) {
        this.maxCallbackSize = maxCallbackSize;
    }

    public String getWebhookComponentName() {
        return webhookComponentName;
    }

    public void setWebhookComponentName(String webhookComponentName) {
        this.webhookComponentName = webhookComponentName;
    }

    public long getPollAfter() {
        return pollAfter;
    }

    public void setPollAfter(long pollAfter) {
        this.pollAfter = pollAfter;
    }

    public long getLeaseTimeout() {
        return leaseTimeout;
    }

    public void setLeaseTimeout(long leaseTimeout) {
        this.leaseTimeout = leaseTimeout;
    }

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
