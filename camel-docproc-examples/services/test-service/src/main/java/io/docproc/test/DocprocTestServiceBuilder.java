/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;

/** Builds a {@link DocprocTestService}. Settings have defaults; invalid ones are {@link IllegalArgumentException}s. */
public final class DocprocTestServiceBuilder {
    private final Settings settings = new Settings();

    DocprocTestServiceBuilder() {}

    /** Sets the address to listen on, {@code 127.0.0.1} by default. */
    public DocprocTestServiceBuilder host(String value) {
        settings.host = requireText("host", value);
        return this;
    }

    /** Sets the port; 0, the default, is a free one. */
    public DocprocTestServiceBuilder port(int value) {
        if (value < 0 || value > 65_535) {
            throw new IllegalArgumentException("port is " + value + "; allowed are 0 to 65535.");
        }
        settings.port = value;
        return this;
    }

    /** Sets the allowlist of the account: calls from other addresses fail with 40103. Empty, the default, allows all. */
    public DocprocTestServiceBuilder allowedClients(Collection<InetAddress> value) {
        settings.allowedClients = Set.copyOf(value);
        return this;
    }

    /** Sets an existing folder, in which the service creates its own for uploads and results. */
    public DocprocTestServiceBuilder temporaryFolder(Path value) {
        settings.temporaryFolder = value;
        return this;
    }

    /** Sets the credentials that the service accepts. */
    public DocprocTestServiceBuilder credentials(String appId, String secretCode) {
        settings.appId = requireText("appId", appId);
        settings.secretCode = requireText("secretCode", secretCode);
        return this;
    }

    /**
     * Sets the available balance at first, 10000.00 by default, and the balance pending activation, 20.00 by default.
     */
    public DocprocTestServiceBuilder balance(BigDecimal available, BigDecimal unavailable) {
        settings.available = requireNotNegative("availableBalance", available);
        settings.unavailable = requireNotNegative("unavailableBalance", unavailable);
        return this;
    }

    /** Sets the price of a billed call, 0.01 by default. */
    public DocprocTestServiceBuilder price(BigDecimal value) {
        settings.price = requireNotNegative("price", value);
        return this;
    }

    /** Sets the calls of the package that billed calls use up first, 0 by default. */
    public DocprocTestServiceBuilder packageCalls(int calls) {
        settings.packageCalls = requireNotNegative("packageCalls", calls);
        return this;
    }

    /** Sets the rate limit at first; 0, the default, is no limit. */
    public DocprocTestServiceBuilder requestsPerSecond(int calls) {
        settings.requestsPerSecond = requireNotNegative("requestsPerSecond", calls);
        return this;
    }

    /** Sets the clock of the account, the rate limit and the events of jobs. */
    public DocprocTestServiceBuilder clock(Clock value) {
        settings.clock = value;
        return this;
    }

    /** Sets the secret that {@link DocprocTestService#callbackSecret()} returns. */
    public DocprocTestServiceBuilder callbackSecret(String value) {
        settings.callbackSecret = requireText("callbackSecret", value);
        return this;
    }

    /**
     * Sets the path segment of the parsing service, {@code xparse} by default. Throws an {@link
     * IllegalArgumentException} if it contains other characters than letters, digits, - and _.
     */
    public DocprocTestServiceBuilder parseService(String value) {
        if (!value.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException(
                    "parseService is '" + value + "'; allowed is one path segment of letters, digits, - and _.");
        }
        settings.parseService = value;
        return this;
    }

    /** Completes jobs as soon as they are created. By default the test completes them. */
    public DocprocTestServiceBuilder completeJobsAutomatically() {
        settings.plan = ParseJobs.Plan.AUTOMATIC;
        return this;
    }

    /** Sets how callbacks are delivered: by default 3 attempts of 30 seconds, the second after 200 ms. */
    public DocprocTestServiceBuilder callbacks(CallbackPolicy value) {
        settings.callbacks = value;
        return this;
    }

    /** Sets the content of a job's {@code result_url}, {@link ResultForm#ENVELOPE} by default. */
    public DocprocTestServiceBuilder resultForm(ResultForm value) {
        settings.resultForm = value;
        return this;
    }

    /**
     * Replaces the default responder of an operation. Unlike a stub it remains after a reset. The responder of
     * {@link Operation#PARSE_SYNC} also creates the results of parse jobs.
     */
    public DocprocTestServiceBuilder responder(Operation operation, Responder responder) {
        settings.responders.put(operation, responder);
        return this;
    }

    /** Adds a check of requests beyond the contract. It throws a {@link ServiceErrorException} to reject a request. */
    public DocprocTestServiceBuilder requestCheck(Operation operation, Consumer<ServiceRequest> check) {
        settings.checks.put(operation, check);
        return this;
    }

    /** Downloads documents that requests refer to by URL. By default responders get only the URL. */
    public DocprocTestServiceBuilder downloadDocuments() {
        settings.downloadDocuments = true;
        return this;
    }

    /** Leaves the checks of formats and dimensions to the responders, for responders that read documents. */
    public DocprocTestServiceBuilder withoutDocumentChecks() {
        settings.checkDocuments = false;
        return this;
    }

    /**
     * Keeps no calls, so that a service can run for a long time: {@link DocprocTestService#calls()} is empty. Use a
     * listener instead.
     */
    public DocprocTestServiceBuilder withoutCallLog() {
        settings.recordCalls = false;
        return this;
    }

    /** Sets a listener that receives calls and callbacks. */
    public DocprocTestServiceBuilder listener(ServiceListener value) {
        settings.listener = value;
        return this;
    }

    /**
     * Adds a path that the service does not have, for clients on the same machine. Requests need no credentials, and are
     * not billed. For other clients the path does not exist.
     *
     * @param method the HTTP method
     * @param path the path with its leading slash
     * @throws IllegalArgumentException if the path contains a brace without its counterpart
     */
    public DocprocTestServiceBuilder controlPath(String method, String path, ControlHandler handler) {
        settings.controlPaths.put(Endpoint.Path.of(method, path), handler);
        return this;
    }

    /**
     * Returns a service for {@code @RegisterExtension}, which starts when it is first used. Throws an {@link
     * IllegalStateException} if JUnit 5 is not on the class path.
     */
    public DocprocTestService create() {
        try {
            return JupiterTestService.of(settings.copy());
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "create() needs JUnit 5 (junit-jupiter-api) on the class path; use start() without JUnit.", e);
        }
    }

    /**
     * Returns a started service.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     * @throws IllegalStateException if the port is in use
     */
    public DocprocTestService start() {
        DocprocTestService service = new DocprocTestService(settings.copy());
        service.baseUrl();
        return service;
    }

    static BigDecimal requireNotNegative(String name, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(name + " is " + value + "; allowed are numbers from 0.");
        }
        return value;
    }

    static int requireNotNegative(String name, int value) {
        return requireNotNegative(name, BigDecimal.valueOf(value)).intValue();
    }

    private static String requireText(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is blank; set a text.");
        }
        return value;
    }
}
