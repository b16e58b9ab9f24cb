/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.HashMap;
import java.util.Map;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Options of the account, the HTTP connection, health checks and callbacks. They are set on the component, and an
 * endpoint may override them. Durations are in milliseconds. The keys of {@code httpOptions} have no prefix. Not
 * thread-safe.
 */
@UriParams
public class DocprocConfiguration extends HealthConfiguration implements Cloneable {
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
            description = "Maximum number of concurrent calls, from 1. Twice as many threads make them and "
                    + "continue their routes. Further calls wait for a permit in order of arrival. On the component the number "
                    + "is shared by all endpoints. A route endpoint with a different number has its own permits. "
                    + "Endpoints that messages create (toD) share permits by operation, account and number. Example: 4")
    private int maxConcurrentRequests = 20;

    @UriParam(
            label = "producer,advanced",
            defaultValue = "0",
            description = "Maximum number of exchanges that wait for a permit without holding a thread. "
                    + "Further exchanges block the caller's thread, which slows down a polling consumer. "
                    + "Intended for routes that start at an HTTP server with asynchronous processing (netty-http, "
                    + "jetty). The number applies to all endpoints that share maxConcurrentRequests together. Example: "
                    + "100")
    private int maxWaitingRequests;

    @UriParam(
            label = "producer,advanced",
            defaultValue = "0",
            javaType = "java.time.Duration",
            description = "Maximum time that a call waits for a permit and the rate limit; 0 = no limit. "
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

    public long getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public long getResponseTimeout() {
        return responseTimeout;
    }

    public void setResponseTimeout(long responseTimeout) {
        this.responseTimeout = responseTimeout;
    }

    public long getCallTimeout() {
        return callTimeout;
    }

    public void setCallTimeout(long callTimeout) {
        this.callTimeout = callTimeout;
    }

    public int getMaxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    public void setMaxConcurrentRequests(int maxConcurrentRequests) {
        this.maxConcurrentRequests = maxConcurrentRequests;
    }

    public int getMaxWaitingRequests() {
        return maxWaitingRequests;
    }

    public void setMaxWaitingRequests(int maxWaitingRequests) {
        this.maxWaitingRequests = maxWaitingRequests;
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

    public SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    public void setSslContextParameters(SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    public Map<String, Object> getHttpOptions() {
        return httpOptions;
    }

    public void setHttpOptions(Map<String, Object> httpOptions) {
        this.httpOptions = httpOptions;
    }

    public HeaderFilterStrategy getHeaderFilterStrategy() {
        return headerFilterStrategy;
    }

    public void setHeaderFilterStrategy(HeaderFilterStrategy headerFilterStrategy) {
        this.headerFilterStrategy = headerFilterStrategy;
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
