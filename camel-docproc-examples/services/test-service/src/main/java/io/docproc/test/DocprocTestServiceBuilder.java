/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static io.docproc.test.Arguments.requireNotNegative;
import static io.docproc.test.Arguments.requireText;

import io.docproc.test.internal.account.Account;
import io.docproc.test.internal.account.Balance;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.job.CompletionPlan;
import io.docproc.test.internal.server.ServiceSettings;
import io.docproc.test.internal.server.ServiceSettings.ControlPath;
import io.docproc.test.internal.server.ServiceSettings.Feature;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Builds a {@link DocprocTestService}. Each setting has a default. */
public final class DocprocTestServiceBuilder {
    private static final int MAX_PORT = 65_535;

    private final Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    private final Map<Operation, Consumer<ServiceRequest>> checks = new EnumMap<>(Operation.class);
    private final Map<ControlPath, ControlHandler> controlPaths = new HashMap<>();
    private final Set<Feature> features = EnumSet.of(Feature.CHECK_DOCUMENTS, Feature.RECORD_CALLS);
    private String host = "127.0.0.1";
    private int port;
    private Set<InetAddress> allowedClients = Set.of();
    private Path temporaryFolder = Path.of(System.getProperty("java.io.tmpdir"));
    private Credentials credentials = new Credentials("test-app-id", "test-secret-code");
    private Balance balance = new Balance(new BigDecimal("10000.00"), new BigDecimal("20.00"));
    private BigDecimal price = new BigDecimal("0.01");
    private int packageCalls;
    private int requestsPerSecond;
    private Clock clock = Clock.systemUTC();
    private String callbackSecret = "test-callback-secret-of-32-bytes";
    private String parseService = "xparse";
    private CompletionPlan plan = CompletionPlan.manual();
    private CallbackPolicy callbacks = new CallbackPolicy(3, Duration.ofSeconds(30), Duration.ofMillis(200));
    private ResultForm resultForm = ResultForm.ENVELOPE;
    private ServiceListener listener = new ServiceListener() {};

    DocprocTestServiceBuilder() {}

    /** Settings of a service. */
    record Settings(ServiceSettings service, String callbackSecret) {}

    /**
     * Sets the address to listen on, {@code 127.0.0.1} by default.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public DocprocTestServiceBuilder host(String value) {
        host = requireText("host", value);
        return this;
    }

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

    /** Sets the allowlist of the account: calls from other addresses fail with 40103. Empty, the default, allows all. */
    public DocprocTestServiceBuilder allowedClients(Collection<InetAddress> value) {
        allowedClients = Set.copyOf(value);
        return this;
    }

    /** Sets an existing folder, in which the service creates its own for uploads and results. */
    public DocprocTestServiceBuilder temporaryFolder(Path value) {
        temporaryFolder = value;
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
     * Sets the available balance at first, 10000.00 by default, and the balance pending activation, 20.00 by default.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public DocprocTestServiceBuilder balance(BigDecimal available, BigDecimal unavailable) {
        balance = new Balance(
                requireNotNegative("availableBalance", available),
                requireNotNegative("unavailableBalance", unavailable));
        return this;
    }

    /**
     * Sets the price of a billed call, 0.01 by default.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public DocprocTestServiceBuilder price(BigDecimal value) {
        price = requireNotNegative("price", value);
        return this;
    }

    /**
     * Sets the calls of the package that billed calls use up first, 0 by default.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public DocprocTestServiceBuilder packageCalls(int calls) {
        packageCalls = requireNotNegative("packageCalls", calls);
        return this;
    }

    /**
     * Sets the rate limit at first; 0, the default, is no limit.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public DocprocTestServiceBuilder requestsPerSecond(int calls) {
        requestsPerSecond = requireNotNegative("requestsPerSecond", calls);
        return this;
    }

    /** Sets the clock of the account, the rate limit and the events of jobs. */
    public DocprocTestServiceBuilder clock(Clock value) {
        clock = value;
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
        plan = CompletionPlan.automatic();
        return this;
    }

    /** Sets how callbacks are delivered: by default 3 attempts of 30 seconds, the second after 200 ms. */
    public DocprocTestServiceBuilder callbacks(CallbackPolicy value) {
        callbacks = value;
        return this;
    }

    /** Sets the content of a job's {@code result_url}, {@link ResultForm#ENVELOPE} by default. */
    public DocprocTestServiceBuilder resultForm(ResultForm value) {
        resultForm = value;
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

    /** Adds a check of requests beyond the contract. It throws a {@link ServiceErrorException} to reject a request. */
    public DocprocTestServiceBuilder requestCheck(Operation operation, Consumer<ServiceRequest> check) {
        checks.put(operation, check);
        return this;
    }

    /** Downloads documents that requests refer to by URL. By default responders get only the URL. */
    public DocprocTestServiceBuilder downloadDocuments() {
        features.add(Feature.DOWNLOAD_DOCUMENTS);
        return this;
    }

    /** Leaves the checks of formats and dimensions to the responders, for responders that read documents. */
    public DocprocTestServiceBuilder withoutDocumentChecks() {
        features.remove(Feature.CHECK_DOCUMENTS);
        return this;
    }

    /**
     * Keeps no calls, so that a service can run for a long time: {@link DocprocTestService#calls()} is empty. Use a
     * listener instead.
     */
    public DocprocTestServiceBuilder withoutCallLog() {
        features.remove(Feature.RECORD_CALLS);
        return this;
    }

    /** Sets a listener that receives calls and callbacks. */
    public DocprocTestServiceBuilder listener(ServiceListener value) {
        listener = value;
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
        controlPaths.put(new ControlPath(method, path), handler);
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

    /**
     * Returns a started service.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     * @throws IllegalStateException if the port is in use
     */
    public DocprocTestService start() {
        DocprocTestService service = new DocprocTestService(settings());
        service.baseUrl();
        return service;
    }

    private Settings settings() {
        return new Settings(
                new ServiceSettings(
                        new ServiceSettings.Network(
                                host, port, allowedClients, temporaryFolder, Map.copyOf(controlPaths)),
                        new ServiceSettings.AccountSettings(
                                credentials, new Account.Seed(balance, price, packageCalls), requestsPerSecond),
                        new ServiceSettings.Jobs(parseService, plan, callbacks, resultForm),
                        new ServiceSettings.Extensions(Map.copyOf(responders), Map.copyOf(checks), listener),
                        Set.copyOf(features),
                        clock),
                callbackSecret);
    }
}
