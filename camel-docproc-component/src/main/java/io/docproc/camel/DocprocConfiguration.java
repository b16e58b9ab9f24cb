/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.HashMap;
import java.util.Map;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Options of the component: those that an endpoint may override, and those of the HTTP connection, the health checks and
 * the validity of callbacks, which belong to the component alone. Durations are in milliseconds. The keys of
 * {@code httpOptions} have no prefix. Not thread-safe.
 */
@UriParams
public class DocprocConfiguration extends EndpointConfiguration implements Cloneable {
    /** Maximum time to establish a connection. Example: 5s */
    @UriParam(label = "advanced", defaultValue = "10s", javaType = "java.time.Duration")
    private long connectTimeout = 10_000;

    /**
     * Maximum duration of an attempt of a call, or of the download of a result, to the last byte of the response, and of
     * the wait of parse for its job; 0 = no limit. Validating the document may take this long in addition. A document
     * stream that blocks is interrupted; one that ignores interrupts needs a timeout of its own. Example: 2h
     */
    @UriParam(label = "advanced", defaultValue = "1h", javaType = "java.time.Duration")
    private long callTimeout = 3_600_000;

    /**
     * Maximum number of calls that are sent at the same time, from 1. Further calls wait on their threads, in order of
     * arrival. How many documents are processed at once is the decision of the route. Example: 4
     */
    @UriParam(label = "advanced", defaultValue = "20")
    private int maxConcurrentRequests = 20;

    /**
     * Enterprise of a DocFlow account that has several, sent as the HTTP header x-ti-enterprise-id with each request to
     * the service. Example: 1234
     */
    @UriParam(label = "common")
    private String enterpriseId;

    /** TLS settings of the connection to the service. Example: #tls */
    @UriParam(label = "security")
    private SSLContextParameters sslContextParameters;

    /**
     * Options of the camel-http endpoint that makes the calls, for example proxy and authentication. Redirects cannot
     * be enabled, because the credentials would be sent to the redirect target. The number of connections is limited by
     * maxConcurrentRequests. Example: http.proxyHost=proxy.example.com
     */
    @UriParam(label = "advanced", prefix = "http.", multiValue = true)
    private Map<String, Object> httpOptions = new HashMap<>();

    /**
     * Hosts other than that of baseUrl that receive the credentials when a result is downloaded from them over https,
     * separated by commas. Set it only to hosts of the service. Example: results.example.com
     */
    @UriParam(label = "security")
    private String credentialHosts;

    /**
     * Maximum age of the available balance and of the number of jobs that the health check uses, and the time for which
     * it reports an outage for which no call waits. Example: 5m
     */
    @UriParam(label = "health", defaultValue = "1m", javaType = "java.time.Duration")
    private long healthCheckInterval = 60_000;

    /**
     * The health check reports DOWN if the available balance of the component's account is below this amount; 0 = the
     * balance is not read. Example: 50
     */
    @UriParam(label = "health", defaultValue = "0")
    private double minimumBalance;

    /**
     * Validity of a callback URL. A polled job that has not completed this long after its submission is abandoned and
     * delivered to the route as failed, unless its polls fail because of the account or the service. Example: 48h
     */
    @UriParam(label = "parseAsync,webhook,common", defaultValue = "7d", javaType = "java.time.Duration")
    private long callbackTtl = 7 * 24 * 3_600_000L;

    public long getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
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

    public String getEnterpriseId() {
        return enterpriseId;
    }

    public void setEnterpriseId(String enterpriseId) {
        this.enterpriseId = enterpriseId;
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

    public String getCredentialHosts() {
        return credentialHosts;
    }

    public void setCredentialHosts(String credentialHosts) {
        this.credentialHosts = credentialHosts;
    }

    public long getHealthCheckInterval() {
        return healthCheckInterval;
    }

    public void setHealthCheckInterval(long healthCheckInterval) {
        this.healthCheckInterval = healthCheckInterval;
    }

    public double getMinimumBalance() {
        return minimumBalance;
    }

    public void setMinimumBalance(double minimumBalance) {
        this.minimumBalance = minimumBalance;
    }

    public long getCallbackTtl() {
        return callbackTtl;
    }

    public void setCallbackTtl(long callbackTtl) {
        this.callbackTtl = callbackTtl;
    }

    /** Returns a copy of this configuration. */
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
