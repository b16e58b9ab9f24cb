/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.HashMap;
import java.util.Map;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * The account, the HTTP connection and how callbacks reach the application: set on the component, overridden on an
 * endpoint where need be.
 */
@UriParams
public class DocprocConfiguration extends CallbackOptions implements Cloneable {
    @UriParam(
            label = "common",
            description = "Address of the service, without the path of an operation. Required here or on the "
                    + "component. Example: https://service.example.com")
    private String baseUrl;

    @UriParam(
            label = "common",
            description =
                    "Address of the workflow-configuration service; only addField and updateTable need it. Example: "
                            + "https://workflow.example.com")
    private String workflowUrl;

    @UriParam(
            label = "common",
            defaultValue = "xparse",
            description = "Path segment that names the parsing service. Example: xparse-test")
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
            description = "How long to wait for a connection. Example: 5s")
    private long connectTimeout = 10_000;

    @UriParam(
            label = "advanced",
            defaultValue = "10m",
            javaType = "java.time.Duration",
            description = "How long the service may be silent before a call is given up. Example: 15m")
    private long responseTimeout = 600_000;

    @UriParam(
            label = "advanced",
            defaultValue = "1h",
            javaType = "java.time.Duration",
            description = "How long a call, or the download of a result, may take all together, from its turn to the "
                    + "last byte of the answer, however steadily bytes come; 0 for no limit. Waiting for that turn, by "
                    + "maxConcurrentRequests, requestsPerSecond or rateLimitCooldown, does not count; being held back "
                    + "right before it is sent, to keep the pace, does. The check of its document beforehand may take "
                    + "as long by itself. A document's stream that hangs is interrupted; where it takes no notice of "
                    + "that, as a blocking read of a socket, it needs a time-out of its own. Example: 2h")
    private long callTimeout = 3_600_000;

    @UriParam(
            label = "advanced",
            defaultValue = "20",
            description = "How many calls may be in flight at once, from 1; whoever comes when all places are "
                    + "taken waits. On the component the number is shared by all endpoints; an endpoint "
                    + "that sets its own has its own places. Example: 4")
    private int maxConcurrentRequests = 20;

    @UriParam(label = "security", description = "TLS of the connection to the service. Example: #tls")
    private SSLContextParameters sslContextParameters;

    @UriParam(
            label = "advanced",
            prefix = "http.",
            multiValue = true,
            description = "Options that are handed to the endpoint of camel-http that makes the calls: proxy, "
                    + "authentication, pool. Redirects cannot be switched on, because the credentials would go along. "
                    + "Example: http.proxyHost=proxy.example.com")
    private Map<String, Object> httpOptions = new HashMap<>();

    @UriParam(
            label = "advanced",
            description = "Which message headers go to the service as HTTP headers, and which HTTP headers of "
                    + "the answer become message headers; none in either direction when it is not set. "
                    + "Credentials and headers that frame the request can never be replaced. Example: "
                    + "#headers")
    private HeaderFilterStrategy headerFilterStrategy;

    @UriParam(
            label = "health",
            defaultValue = "1m",
            javaType = "java.time.Duration",
            description = "How old an answer of the service may be that the producer's health check goes by. The "
                    + "service is asked once in that time for all endpoints of an account. Example: 5m")
    private long healthCheckInterval = 60_000;

    @UriParam(
            label = "health",
            defaultValue = "5s",
            javaType = "java.time.Duration",
            description = "How long the producer's health check waits for the service, before it says that it is down. "
                    + "Example: 2s")
    private long healthCheckTimeout = 5_000;

    @UriParam(
            label = "health",
            defaultValue = "0",
            description = "The producer's health check says down when the available balance is below this amount. "
                    + "Example: 50")
    private double minimumBalance;

    /** Address of the service, without a trailing path of an operation. */
    public String getBaseUrl() {
        return baseUrl;
    }

    /** Address of the service, without a trailing path of an operation. */
    public void setBaseUrl(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** Address of the workflow-configuration service; only addField and updateTable need it. */
    public String getWorkflowUrl() {
        return workflowUrl;
    }

    /** Address of the workflow-configuration service; only addField and updateTable need it. */
    public void setWorkflowUrl(String workflowUrl) {
        this.workflowUrl = workflowUrl;
    }

    /** Path segment that names the parsing service. */
    public String getParseService() {
        return parseService;
    }

    /** Path segment that names the parsing service. */
    public void setParseService(String parseService) {
        this.parseService = parseService;
    }

    /** App ID of the account, from the account console. */
    public String getAppId() {
        return appId;
    }

    /** App ID of the account, from the account console. */
    public void setAppId(String appId) {
        this.appId = appId;
    }

    /** Secret Code of the account, from the account console. */
    public String getSecretCode() {
        return secretCode;
    }

    /** Secret Code of the account, from the account console. */
    public void setSecretCode(String secretCode) {
        this.secretCode = secretCode;
    }

    /** How long to wait for a connection. */
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** How long to wait for a connection. */
    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    /** How long the service may be silent before a call is given up. */
    public long getResponseTimeout() {
        return responseTimeout;
    }

    /** How long the service may be silent before a call is given up. */
    public void setResponseTimeout(long responseTimeout) {
        this.responseTimeout = responseTimeout;
    }

    /** How long a call may take all together, in milliseconds; 0 for no limit. */
    public long getCallTimeout() {
        return callTimeout;
    }

    /**
     * How long a call, or the download of a result, may take all together, from its turn to the last byte of the
     * answer, however steadily bytes come; 0 for no limit. Waiting for that turn does not count, and the check of its
     * document beforehand may take as long by itself. A document's stream that hangs is interrupted, and needs a time-out
     * of its own where it takes no notice of that.
     */
    public void setCallTimeout(long callTimeout) {
        this.callTimeout = callTimeout;
    }

    /** How many calls may be in flight at once, from 1; whoever comes when all places are taken waits. */
    public int getMaxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    /** How many calls may be in flight at once, from 1; whoever comes when all places are taken waits. */
    public void setMaxConcurrentRequests(int maxConcurrentRequests) {
        this.maxConcurrentRequests = maxConcurrentRequests;
    }

    /** TLS of the connection to the service. */
    public SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    /** TLS of the connection to the service. */
    public void setSslContextParameters(SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    /** Options that are handed to the endpoint of camel-http that makes the calls: proxy, authentication, pool. */
    public Map<String, Object> getHttpOptions() {
        return httpOptions;
    }

    /** Options that are handed to the endpoint of camel-http that makes the calls: proxy, authentication, pool. */
    public void setHttpOptions(Map<String, Object> httpOptions) {
        this.httpOptions = httpOptions;
    }

    /** Which message headers go to the service as HTTP headers, and which HTTP headers of the answer become message headers; none in either direction when it is not set. */
    public HeaderFilterStrategy getHeaderFilterStrategy() {
        return headerFilterStrategy;
    }

    /** Which message headers go to the service as HTTP headers, and which HTTP headers of the answer become message headers; none in either direction when it is not set. */
    public void setHeaderFilterStrategy(HeaderFilterStrategy headerFilterStrategy) {
        this.headerFilterStrategy = headerFilterStrategy;
    }

    /** How old an answer may be that the health check goes by, in milliseconds. */
    public long getHealthCheckInterval() {
        return healthCheckInterval;
    }

    /** How old an answer may be that the health check goes by, in milliseconds. */
    public void setHealthCheckInterval(long healthCheckInterval) {
        this.healthCheckInterval = healthCheckInterval;
    }

    /** How long the health check waits for the service, in milliseconds. */
    public long getHealthCheckTimeout() {
        return healthCheckTimeout;
    }

    /** How long the health check waits for the service, in milliseconds. */
    public void setHealthCheckTimeout(long healthCheckTimeout) {
        this.healthCheckTimeout = healthCheckTimeout;
    }

    /** The available balance below which the health check says down. */
    public double getMinimumBalance() {
        return minimumBalance;
    }

    /** The available balance below which the health check says down. */
    public void setMinimumBalance(double minimumBalance) {
        this.minimumBalance = minimumBalance;
    }

    /** The same settings, to be changed for one endpoint. */
    public DocprocConfiguration copy() {
        try {
            DocprocConfiguration copy = (DocprocConfiguration) clone();
            copy.httpOptions = new HashMap<>(httpOptions);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
