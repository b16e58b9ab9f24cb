/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.job.CompletionPlan;
import io.docproc.test.internal.server.ServiceSettings;
import java.util.EnumMap;
import java.util.Map;

/** Builds a {@link DocprocTestService}. Each setting has a default. */
public final class DocprocTestServiceBuilder {
    private static final int MAX_PORT = 65_535;

    private final Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    private int port;
    private Credentials credentials = new Credentials("test-app-id", "test-secret-code");
    private String callbackSecret = "test-callback-secret-of-32-bytes";
    private String parseService = "xparse";
    private CompletionPlan jobs = CompletionPlan.manual();

    DocprocTestServiceBuilder() {}

    /** Settings of a service. */
    record Settings(ServiceSettings service, String callbackSecret) {}

    /**
     * Sets the port; 0, the default, is a free one.
     *
     * @throws IllegalArgumentException if the port is out of range
     */
    public DocprocTestServiceBuilder port(int value) {
        if (value < 0 || value > MAX_PORT) {
            throw new IllegalArgumentException("port is " + value + "; allowed are 0 to " + MAX_PORT + ".");
        }
        port = value;
        return this;
    }

    /**
     * Sets the credentials that the service accepts.
     *
     * @throws IllegalArgumentException if one is blank
     */
    public DocprocTestServiceBuilder credentials(String appId, String secretCode) {
        credentials = new Credentials(requireText("appId", appId), requireText("secretCode", secretCode));
        return this;
    }

    /**
     * Sets the secret that {@link DocprocTestService#callbackSecret()} returns.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public DocprocTestServiceBuilder callbackSecret(String value) {
        callbackSecret = requireText("callbackSecret", value);
        return this;
    }

    /**
     * Sets the path segment of the parsing service, {@code xparse} by default.
     *
     * @throws IllegalArgumentException if it contains other characters than letters, digits, - and _
     */
    public DocprocTestServiceBuilder parseService(String value) {
        if (!value.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException(
                    "parseService is '" + value + "'; allowed is one path segment of letters, digits, - and _.");
        }
        parseService = value;
        return this;
    }

    /** Completes jobs as soon as they are created. By default the test completes them. */
    public DocprocTestServiceBuilder completeJobsAutomatically() {
        jobs = CompletionPlan.automatic();
        return this;
    }

    /**
     * Replaces the default responder of an operation. Unlike a stub it remains after a reset. The responder of
     * {@link Operation#PARSE_SYNC} also creates the results of parse jobs.
     */
    public DocprocTestServiceBuilder responder(Operation operation, Responder responder) {
        responders.put(operation, responder);
        return this;
    }

    /**
     * Returns a service for {@code @RegisterExtension}, which starts when it is first used.
     *
     * @throws IllegalStateException if JUnit 5 is not on the class path
     */
    public DocprocTestService create() {
        try {
            return JupiterTestService.of(settings());
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "create() needs JUnit 5 (junit-jupiter-api) on the class path; use start() without JUnit.", e);
        }
    }

    /** Returns a started service. */
    public DocprocTestService start() {
        DocprocTestService service = new DocprocTestService(settings());
        service.baseUrl();
        return service;
    }

    private Settings settings() {
        return new Settings(
                new ServiceSettings(port, credentials, parseService, jobs, Map.copyOf(responders)), callbackSecret);
    }

    private static String requireText(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is blank; set a text.");
        }
        return value;
    }
}
