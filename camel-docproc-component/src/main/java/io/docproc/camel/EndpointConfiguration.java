/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.completion.ConsumerPaths;
import java.time.Duration;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/**
 * Options of the account, of calls and of callbacks. They are set on the component, and an endpoint may override them.
 * Durations are in milliseconds. Not thread-safe.
 */
@UriParams
public class EndpointConfiguration {
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
     * Maximum time that an attempt of a call waits for the cooldown of the account, a permit of maxConcurrentRequests and
     * the rate limit; 0 = no limit. After this time the call fails with a retryable DocprocTransportException, and nothing
     * is sent. If not set, exchanges whose client waits (InOut) wait for 30 seconds, and others without a limit. Example:
     * 1m
     */
    @UriParam(label = "producer,advanced", javaType = "java.time.Duration")
    private Duration permitTimeout;

    /**
     * How often a document may be sent without a complete response before it is refused with a
     * DocprocUnansweredException, for 10 minutes, then for 20, at most for a day; 0 = no limit. Each such call may be
     * billed. Example: 1
     */
    @UriParam(label = "producer,advanced", defaultValue = "3")
    private int maxUnansweredCalls = 3;

    /**
     * Path that relates jobs to their consumer. webhook: also the path of the HTTP endpoint that receives callbacks.
     * parseAsync: if only the consumer sets it, and the application has no other consumer, parseAsync uses it too.
     * Example: /hooks/parsed
     */
    @UriParam(label = "parseAsync,webhook,completions,common", defaultValue = "/docproc/completions")
    private String path = ConsumerPaths.DEFAULT;

    /**
     * Public base URL of the application, without the option path, at which the service can reach it. parseAsync: with
     * publicUrl and callbackSecret, a signed callback URL is registered for every job. Example:
     * https://hooks.example.com
     */
    @UriParam(label = "parseAsync,webhook,common")
    private String publicUrl;

    /**
     * Secret that signs callback URLs, at least 16 characters. Several secrets, separated by commas, allow rotation:
     * the first one signs, and all are accepted. Example: {{env:DOCPROC_CALLBACK_SECRET}}
     */
    @UriParam(label = "parseAsync,webhook,security", secret = true)
    private String callbackSecret;

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

    public Duration getPermitTimeout() {
        return permitTimeout;
    }

    public void setPermitTimeout(Duration permitTimeout) {
        this.permitTimeout = permitTimeout;
    }

    public int getMaxUnansweredCalls() {
        return maxUnansweredCalls;
    }

    public void setMaxUnansweredCalls(int maxUnansweredCalls) {
        this.maxUnansweredCalls = maxUnansweredCalls;
    }

    public String getPath() {
        return path;
    }

    public void setPath(String path) {
        this.path = path;
    }

    public String getPublicUrl() {
        return publicUrl;
    }

    public void setPublicUrl(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    public String getCallbackSecret() {
        return callbackSecret;
    }

    public void setCallbackSecret(String callbackSecret) {
        this.callbackSecret = callbackSecret;
    }
}
