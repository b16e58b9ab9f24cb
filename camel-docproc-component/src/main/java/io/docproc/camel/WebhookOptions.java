/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** How completions are taken. */
@UriParams
public class WebhookOptions {
    @UriParam(
            label = "consumer,webhook,security",
            defaultValue = "true",
            description = "Whether only callbacks with the signature of the component are taken. Without "
                    + "callbackSecret the consumer does not start, unless this is set to false: then "
                    + "whoever reaches the address is believed. Example: false")
    private boolean requireSignature = true;

    @UriParam(
            label = "consumer,webhook",
            defaultValue = "false",
            description = "Whether the result of a completed job is downloaded and becomes the message body, "
                    + "as a stream. Example: true")
    private boolean fetchResult;

    @UriParam(
            label = "consumer,webhook,security",
            description = "Hosts that a result may be downloaded from, separated by commas; any public one "
                    + "when it is not set. Results at the address of baseUrl are always taken. Example: "
                    + "results.example.com,files.example.com")
    private String allowedResultHosts;

    @UriParam(
            label = "consumer,webhook",
            defaultValue = "1073741824",
            description = "Bytes of a result that are downloaded at most. Example: 104857600")
    private long maxResultSize = 1_073_741_824L;

    @UriParam(
            label = "consumer,webhook",
            defaultValue = "65536",
            description = "Bytes of a callback that are read at most. Example: 16384")
    private int maxEventSize = 65_536;

    @UriParam(
            label = "consumer,webhook",
            description =
                    "Where the completions that were processed are remembered, so that a repeated one does not run "
                            + "the route again. The last 10000, in memory, when it is not set. Example: #completions")
    private IdempotentRepository idempotentRepository;

    @UriParam(
            label = "consumer,webhook",
            defaultValue = "platform-http",
            description =
                    "Component of the HTTP server that takes callbacks: platform-http, servlet, jetty, netty-http, "
                            + "undertow. Example: undertow")
    private String webhookComponentName;

    @UriParam(
            label = "consumer,webhook",
            defaultValue = "0",
            javaType = "java.time.Duration",
            description =
                    "How long after its submission a job whose callback has not come is asked about; 0 for never. "
                            + "Needs a jobLog on the component. Example: 15m")
    private long callbackTimeout = 0;

    @UriParam(
            label = "consumer,webhook,advanced",
            defaultValue = "5m",
            javaType = "java.time.Duration",
            description = "How long a node that works on the end of a job may be silent before another node "
                    + "that shares its jobLog takes the job over. The clocks of the nodes must agree to "
                    + "well within it. Example: 10m")
    private long claimTimeout = 300_000;

    /** Whether only callbacks with the signature of the component are taken. */
    public boolean isRequireSignature() {
        return requireSignature;
    }

    /** Whether only callbacks with the signature of the component are taken. */
    public void setRequireSignature(boolean requireSignature) {
        this.requireSignature = requireSignature;
    }

    /** Whether the result of a completed job is downloaded and becomes the message body, as a stream. */
    public boolean isFetchResult() {
        return fetchResult;
    }

    /** Whether the result of a completed job is downloaded and becomes the message body, as a stream. */
    public void setFetchResult(boolean fetchResult) {
        this.fetchResult = fetchResult;
    }

    /** Hosts that a result may be downloaded from, separated by commas; any public one when it is not set. */
    public String getAllowedResultHosts() {
        return allowedResultHosts;
    }

    /** Hosts that a result may be downloaded from, separated by commas; any public one when it is not set. */
    public void setAllowedResultHosts(String allowedResultHosts) {
        this.allowedResultHosts = allowedResultHosts;
    }

    /** Bytes of a result that are downloaded at most. */
    public long getMaxResultSize() {
        return maxResultSize;
    }

    /** Bytes of a result that are downloaded at most. */
    public void setMaxResultSize(long maxResultSize) {
        this.maxResultSize = maxResultSize;
    }

    /** Bytes of a callback that are read at most. */
    public int getMaxEventSize() {
        return maxEventSize;
    }

    /** Bytes of a callback that are read at most. */
    public void setMaxEventSize(int maxEventSize) {
        this.maxEventSize = maxEventSize;
    }

    /** Where the completions that were processed are remembered, so that a repeated one does not run the route again. */
    public IdempotentRepository getIdempotentRepository() {
        return idempotentRepository;
    }

    /** Where the completions that were processed are remembered, so that a repeated one does not run the route again. */
    public void setIdempotentRepository(IdempotentRepository idempotentRepository) {
        this.idempotentRepository = idempotentRepository;
    }

    /** Component of the HTTP server that takes callbacks: platform-http, servlet, jetty, netty-http, undertow. */
    public String getWebhookComponentName() {
        return webhookComponentName;
    }

    /** Component of the HTTP server that takes callbacks: platform-http, servlet, jetty, netty-http, undertow. */
    public void setWebhookComponentName(String webhookComponentName) {
        this.webhookComponentName = webhookComponentName;
    }

    /** How long after its submission a job whose callback has not come is asked about; 0 for never. */
    public long getCallbackTimeout() {
        return callbackTimeout;
    }

    /** How long after its submission a job whose callback has not come is asked about; 0 for never. */
    public void setCallbackTimeout(long callbackTimeout) {
        this.callbackTimeout = callbackTimeout;
    }

    /** How long a node may be silent before another node takes over the job that it works on. */
    public long getClaimTimeout() {
        return claimTimeout;
    }

    /** How long a node may be silent before another node takes over the job that it works on. */
    public void setClaimTimeout(long claimTimeout) {
        this.claimTimeout = claimTimeout;
    }
}
