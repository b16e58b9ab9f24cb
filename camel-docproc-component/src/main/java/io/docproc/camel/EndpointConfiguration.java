/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.webhook.CallbackOptions;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/**
 * Options of the account, of calls and of callbacks. They are set on the component, and an endpoint may override them.
 * Durations are in milliseconds. Not thread-safe.
 */
@UriParams
public class EndpointConfiguration extends CallbackOptions {
    /**
     * Base URL of the service, without the path of an operation. Required on the endpoint or the component. Example:
     * https://service.example.com
     */
    @UriParam(label = "common")
    private String baseUrl;

    /**
     * Base URL of the workflow-configuration service. Required by addField, updateTable and service=workflow. Example:
     * https://workflow.example.com
     */
    @UriParam(label = "common")
    private String workflowUrl;

    /** Path segment that selects the parsing service. Example: xparse-test */
    @UriParam(label = "common", defaultValue = "xparse")
    private String parseService = "xparse";

    /**
     * App ID of the account, from the account console. Required on the endpoint or the component. Example:
     * {{env:DOCPROC_APP_ID}}
     */
    @UriParam(label = "security", secret = true)
    private String appId;

    /**
     * Secret Code of the account, from the account console. Required on the endpoint or the component. Example:
     * {{env:DOCPROC_SECRET_CODE}}
     */
    @UriParam(label = "security", secret = true)
    private String secretCode;

    /** Maximum time without data from the service before a call fails. Example: 15m */
    @UriParam(label = "advanced", defaultValue = "11m", javaType = "java.time.Duration")
    private long responseTimeout = 660_000;

    /**
     * Maximum number of concurrent calls, from 1. Twice as many threads make them and continue their routes. Further
     * calls wait for a permit in order of arrival. The endpoints of a component share the number; a route endpoint with
     * a different number has its own permits. Example: 4
     */
    @UriParam(label = "advanced", defaultValue = "20")
    private int maxConcurrentRequests = 20;

    /**
     * Maximum time that a call waits for a permit and the rate limit; 0 = no limit. After this time the call fails with
     * a retryable DocprocTransportException, and nothing is sent. Example: 30s
     */
    @UriParam(label = "producer,advanced", defaultValue = "0", javaType = "java.time.Duration")
    private long permitTimeout;

    /**
     * If true, the call blocks the caller's thread and the route continues on it; otherwise it runs on the component's
     * thread pool. Set it if the consumer has a local transaction, such as jms with transacted=true. Transacted
     * exchanges always stay on their thread. Example: true
     */
    @UriParam(label = "producer,advanced", defaultValue = "false")
    private boolean synchronous;

    /**
     * Filter that selects the message headers that are sent to the service, and the HTTP headers of the response that
     * become message headers. If not set, no header is copied. Credentials and headers that frame the request can never
     * be replaced. Example: #headers
     */
    @UriParam(label = "advanced")
    private HeaderFilterStrategy headerFilterStrategy;

    public String getBaseUrl() {
        return baseUrl;
    }

    public void setBaseUrl(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public String getWorkflowUrl() {
        return workflowUrl;
    }

    public void setWorkflowUrl(String workflowUrl) {
        this.workflowUrl = workflowUrl;
    }

    public String getParseService() {
        return parseService;
    }

    public void setParseService(String parseService) {
        this.parseService = parseService;
    }

    public String getAppId() {
        return appId;
    }

    public void setAppId(String appId) {
        this.appId = appId;
    }

    public String getSecretCode() {
        return secretCode;
    }

    public void setSecretCode(String secretCode) {
        this.secretCode = secretCode;
    }

    public long getResponseTimeout() {
        return responseTimeout;
    }

    public void setResponseTimeout(long responseTimeout) {
        this.responseTimeout = responseTimeout;
    }

    public int getMaxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    public void setMaxConcurrentRequests(int maxConcurrentRequests) {
        this.maxConcurrentRequests = maxConcurrentRequests;
    }

    public long getPermitTimeout() {
        return permitTimeout;
    }

    public void setPermitTimeout(long permitTimeout) {
        this.permitTimeout = permitTimeout;
    }

    public boolean isSynchronous() {
        return synchronous;
    }

    public void setSynchronous(boolean synchronous) {
        this.synchronous = synchronous;
    }

    public HeaderFilterStrategy getHeaderFilterStrategy() {
        return headerFilterStrategy;
    }

    public void setHeaderFilterStrategy(HeaderFilterStrategy headerFilterStrategy) {
        this.headerFilterStrategy = headerFilterStrategy;
    }
}
