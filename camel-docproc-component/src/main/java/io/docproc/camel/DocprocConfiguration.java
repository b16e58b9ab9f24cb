/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.submission.CallbackOptions;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Options of the account, the HTTP connection and callbacks. They are set on the component, and an endpoint may
 * override them. Not thread-safe.
 */
@UriParams
public class DocprocConfiguration extends CallbackOptions implements Cloneable {
    @UriParam(
            label = "common",
            description = "Base URL of the service, without the path of an operation. Required here or on the "
                    + "component. Example: https://service.example.com")
    private String baseUrl;

    @UriParam(
            label = "common",
            description = "Base URL of the workflow-configuration service. Required by addField and updateTable only. "
                    + "Example: https://workflow.example.com")
    private String workflowUrl;

    @UriParam(
            label = "common",
            defaultValue = "xparse",
            description = "Path segment that selects the parsing service. Example: xparse-test")
    private String parseService = "xparse";

    @UriParam(
            label = "security",
            secret = true,
            description = "App ID of the account, from the account console. Required here or on the component. "
                    + "Example: {{env:DOCPROC_APP_ID}}")
    private String appId;

    @UriParam(
            label = "security",
            secret = true,
            description = "Secret Code of the account, from the account console. Required here or on the "
                    + "component. Example: {{env:DOCPROC_SECRET_CODE}}")
    private String secretCode;

    @UriParam(
            label = "advanced",
            defaultValue = "10s",
            javaType = "java.time.Duration",
            description = "Maximum time to establish a connection. Example: 5s")
    private long connectTimeout = 10_000;

    @UriParam(
            label = "advanced",
            defaultValue = "10m",
            javaType = "java.time.Duration",
            description = "Maximum time without data from the service before a call fails. Example: 15m")
    private long responseTimeout = 600_000;

    @UriParam(
            label = "advanced",
            defaultValue = "1h",
            javaType = "java.time.Duration",
            description = "Maximum duration of a call, or of the download of a result, from its rate-limit permit to "
                    + "the last byte of the response; 0 = no limit. Waiting for a permit does not count. The "
                    + "validation of the document, and connecting together with the first read of the document, may "
                    + "each take this long in addition. A document stream that blocks is interrupted. A stream that "
                    + "ignores interrupts, such as a blocking socket read, needs a timeout of its own. Example: 2h")
    private long callTimeout = 3_600_000;

    @UriParam(
            label = "advanced",
            defaultValue = "20",
            description = "Maximum number of concurrent calls, from 1, and of threads that make them and continue "
                    + "their routes. Further calls wait for a permit in order of arrival. On the component the number "
                    + "is shared by all endpoints. A route endpoint with a different number has its own permits. "
                    + "Endpoints that messages create (toD) share permits by operation, account and number. Example: 4")
    private int maxConcurrentRequests = 20;

    @UriParam(
            label = "producer,advanced",
            defaultValue = "0",
            description = "Maximum number of exchanges that wait for a thread of the component without holding a "
                    + "thread. Further exchanges block the caller's thread, which slows down a polling consumer. "
                    + "Intended for routes that start at an HTTP server with asynchronous processing (netty-http, "
                    + "jetty). The number applies to all endpoints that share maxConcurrentRequests together. Example: "
                    + "100")
    private int maxWaitingRequests;

    @UriParam(
            label = "producer,advanced",
            defaultValue = "0",
            javaType = "java.time.Duration",
            description = "Maximum time that a call waits for a thread, a permit and the rate limit; 0 = no limit. "
                    + "After this time the call fails with a retryable DocprocTransportException, and nothing is sent. "
                    + "Example: 30s")
    private long permitTimeout;

    @UriParam(
            label = "producer,advanced",
            defaultValue = "false",
            description = "If true, the call blocks the caller's thread and the route continues on it; otherwise it "
                    + "runs on the component's thread pool. Set it if the consumer has a local transaction, such as "
                    + "jms with transacted=true, because steps on another thread are not part of that transaction. "
                    + "Transacted exchanges always stay on their thread. Example: true")
    private boolean synchronous;

    @UriParam(label = "security", description = "TLS settings of the connection to the service. Example: #tls")
    private SSLContextParameters sslContextParameters;

    @UriParam(
            label = "advanced",
            prefix = "http.",
            multiValue = true,
            description = "Options of the camel-http endpoint that makes the calls, for example proxy and "
                    + "authentication. Redirects cannot be enabled, because the credentials would be sent to the "
                    + "redirect target. The number of connections is limited by maxConcurrentRequests. Example: "
                    + "http.proxyHost=proxy.example.com")
    private Map<String, Object> httpOptions = new HashMap<>();

    @UriParam(
            label = "advanced",
            description = "Filter that selects the message headers that are sent to the service as HTTP headers, and "
                    + "the HTTP headers of the response that become message headers. If not set, no header is copied "
                    + "in either direction. Credentials and headers that frame the request can never be replaced. "
                    + "Example: #headers")
    private HeaderFilterStrategy headerFilterStrategy;

    @UriParam(
            label = "health",
            defaultValue = "1m",
            javaType = "java.time.Duration",
            description = "Maximum age of the balance response that the producer's health check uses. The component "
                    + "calls balance at most once in this time for all endpoints of an account. Example: 5m")
    private long healthCheckInterval = 60_000;

    @UriParam(
            label = "health",
            defaultValue = "5s",
            javaType = "java.time.Duration",
            description = "Maximum time that the producer's health check waits for the service before it reports DOWN. "
                    + "Example: 2s")
    private long healthCheckTimeout = 5_000;

    @UriParam(
            label = "health",
            defaultValue = "0",
            description = "The producer's health check reports DOWN if the available balance is below this amount. "
                    + "Example: 50")
    private double minimumBalance;

    /** Returns the base URL of the service, without the path of an operation. */
    public String getBaseUrl() {
        return baseUrl;
    }

    /** Sets the base URL of the service, without the path of an operation. */
    public void setBaseUrl(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** Returns the base URL of the workflow-configuration service. */
    public String getWorkflowUrl() {
        return workflowUrl;
    }

    /** Sets the base URL of the workflow-configuration service. */
    public void setWorkflowUrl(String workflowUrl) {
        this.workflowUrl = workflowUrl;
    }

    /** Returns the path segment that selects the parsing service. */
    public String getParseService() {
        return parseService;
    }

    /** Sets the path segment that selects the parsing service. */
    public void setParseService(String parseService) {
        this.parseService = parseService;
    }

    /** Returns the App ID of the account. */
    public String getAppId() {
        return appId;
    }

    /** Sets the App ID of the account. */
    public void setAppId(String appId) {
        this.appId = appId;
    }

    /** Returns the Secret Code of the account. */
    public String getSecretCode() {
        return secretCode;
    }

    /** Sets the Secret Code of the account. */
    public void setSecretCode(String secretCode) {
        this.secretCode = secretCode;
    }

    /** Returns the maximum time to establish a connection, in milliseconds. */
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** Sets the maximum time to establish a connection, in milliseconds. */
    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    /** Returns the maximum time without data from the service, in milliseconds. */
    public long getResponseTimeout() {
        return responseTimeout;
    }

    /** Sets the maximum time without data from the service, in milliseconds. */
    public void setResponseTimeout(long responseTimeout) {
        this.responseTimeout = responseTimeout;
    }

    /** Returns the maximum duration of a call or of the download of a result, in milliseconds; 0 = no limit. */
    public long getCallTimeout() {
        return callTimeout;
    }

    /** Sets the maximum duration of a call or of the download of a result, in milliseconds; 0 = no limit. */
    public void setCallTimeout(long callTimeout) {
        this.callTimeout = callTimeout;
    }

    /** Returns the maximum number of concurrent calls, from 1. */
    public int getMaxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    /** Sets the maximum number of concurrent calls, from 1. */
    public void setMaxConcurrentRequests(int maxConcurrentRequests) {
        this.maxConcurrentRequests = maxConcurrentRequests;
    }

    /** Returns the maximum number of exchanges that wait without holding a thread. */
    public int getMaxWaitingRequests() {
        return maxWaitingRequests;
    }

    /** Sets the maximum number of exchanges that wait without holding a thread. */
    public void setMaxWaitingRequests(int maxWaitingRequests) {
        this.maxWaitingRequests = maxWaitingRequests;
    }

    /** Returns the maximum time that a call waits before it is sent, in milliseconds; 0 = no limit. */
    public long getPermitTimeout() {
        return permitTimeout;
    }

    /** Sets the maximum time that a call waits before it is sent, in milliseconds; 0 = no limit. */
    public void setPermitTimeout(long permitTimeout) {
        this.permitTimeout = permitTimeout;
    }

    /** Returns whether a call blocks the caller's thread and the route continues on it. */
    public boolean isSynchronous() {
        return synchronous;
    }

    /** Sets whether a call blocks the caller's thread and the route continues on it. */
    public void setSynchronous(boolean synchronous) {
        this.synchronous = synchronous;
    }

    /** Returns the TLS settings of the connection to the service. */
    public SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    /** Sets the TLS settings of the connection to the service. */
    public void setSslContextParameters(SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    /** Returns the options of the camel-http endpoint that makes the calls; their names have no prefix. */
    public Map<String, Object> getHttpOptions() {
        return httpOptions;
    }

    /** Sets the options of the camel-http endpoint that makes the calls; their names have no prefix. */
    public void setHttpOptions(Map<String, Object> httpOptions) {
        this.httpOptions = httpOptions;
    }

    /** Returns the filter for headers that are copied to and from HTTP; null if none are copied. */
    public HeaderFilterStrategy getHeaderFilterStrategy() {
        return headerFilterStrategy;
    }

    /** Sets the filter for headers that are copied to and from HTTP; null if none are copied. */
    public void setHeaderFilterStrategy(HeaderFilterStrategy headerFilterStrategy) {
        this.headerFilterStrategy = headerFilterStrategy;
    }

    /** Returns the maximum age of the balance response that the health check uses, in milliseconds. */
    public long getHealthCheckInterval() {
        return healthCheckInterval;
    }

    /** Sets the maximum age of the balance response that the health check uses, in milliseconds. */
    public void setHealthCheckInterval(long healthCheckInterval) {
        this.healthCheckInterval = healthCheckInterval;
    }

    /** Returns the maximum time that the health check waits for the service, in milliseconds. */
    public long getHealthCheckTimeout() {
        return healthCheckTimeout;
    }

    /** Sets the maximum time that the health check waits for the service, in milliseconds. */
    public void setHealthCheckTimeout(long healthCheckTimeout) {
        this.healthCheckTimeout = healthCheckTimeout;
    }

    /** Returns the available balance below which the health check reports DOWN. */
    public double getMinimumBalance() {
        return minimumBalance;
    }

    /** Sets the available balance below which the health check reports DOWN. */
    public void setMinimumBalance(double minimumBalance) {
        this.minimumBalance = minimumBalance;
    }

    /** Returns a copy of this configuration, which an endpoint may change. */
    public DocprocConfiguration copy() {
        try {
            DocprocConfiguration copy = (DocprocConfiguration) clone();
            copy.httpOptions = new HashMap<>(httpOptions);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
