/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Builds a {@link DocprocTestService}. Settings have defaults; invalid ones are {@link IllegalArgumentException}s. */
public final class DocprocTestServiceBuilder implements Cloneable {
    String host = "127.0.0.1";
    int port;
    Path temporaryFolder = Path.of(System.getProperty("java.io.tmpdir"));
    String appId = "test-app-id";
    String secretCode = "test-secret-code";
    BigDecimal available = new BigDecimal("10000.00");
    BigDecimal price = new BigDecimal("0.01");
    int packageCalls;
    int requestsPerSecond;
    Clock clock = Clock.systemUTC();
    ParseJobs.Plan plan = ParseJobs.Plan.MANUAL;
    CallbackPolicy callbacks = new CallbackPolicy(3, Duration.ofSeconds(30), Duration.ofMillis(200));
    ServiceListener listener = new ServiceListener() {};
    boolean recordCalls = true;
    Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    Map<Operation, Consumer<ServiceRequest>> checks = new EnumMap<>(Operation.class);
    Map<String, ControlHandler> controlPaths = new HashMap<>();

    DocprocTestServiceBuilder() {}

    /** Sets the address to listen on, {@code 127.0.0.1} by default. */
    public DocprocTestServiceBuilder host(String value) {
        host = requireText("host", value);
        return this;
    }

    /** Sets the port; 0, the default, is a free one. */
    public DocprocTestServiceBuilder port(int value) {
        if (value < 0 || value > 65_535) {
            throw new IllegalArgumentException("port is " + value + "; allowed are 0 to 65535.");
        }
        port = value;
        return this;
    }

    /** Sets an existing folder, in which the service creates its own for uploads and results. */
    public DocprocTestServiceBuilder temporaryFolder(Path value) {
        temporaryFolder = value;
        return this;
    }

    /** Sets the credentials that the service accepts. */
    public DocprocTestServiceBuilder credentials(String appId, String secretCode) {
        this.appId = requireText("appId", appId);
        this.secretCode = requireText("secretCode", secretCode);
        return this;
    }

    /** Sets the available balance at first, 10000.00 by default. */
    public DocprocTestServiceBuilder balance(BigDecimal value) {
        available = requireNotNegative("balance", value);
        return this;
    }

    /** Sets the price of a billed call, 0.01 by default. */
    public DocprocTestServiceBuilder price(BigDecimal value) {
        price = requireNotNegative("price", value);
        return this;
    }

    /** Sets the calls of the package that billed calls use up first, 0 by default. */
    public DocprocTestServiceBuilder packageCalls(int calls) {
        packageCalls = requireNotNegative("packageCalls", calls);
        return this;
    }

    /** Sets the rate limit at first; 0, the default, is no limit. */
    public DocprocTestServiceBuilder requestsPerSecond(int calls) {
        requestsPerSecond = requireNotNegative("requestsPerSecond", calls);
        return this;
    }

    /** Sets the clock of the account, the rate limit and the events of jobs. */
    public DocprocTestServiceBuilder clock(Clock value) {
        clock = value;
        return this;
    }

    /** Completes jobs as soon as they are created. By default the test completes them. */
    public DocprocTestServiceBuilder completeJobsAutomatically() {
        plan = ParseJobs.Plan.AUTOMATIC;
        return this;
    }

    /** Sets how callbacks are delivered: by default 3 attempts of 30 seconds, the second after 200 ms. */
    public DocprocTestServiceBuilder callbacks(CallbackPolicy value) {
        callbacks = value;
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

    /**
     * Keeps no calls, so that a service can run for a long time: {@link DocprocTestService#calls()} is empty. Use a
     * listener instead.
     */
    public DocprocTestServiceBuilder withoutCallLog() {
        recordCalls = false;
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
     */
    public DocprocTestServiceBuilder controlPath(String method, String path, ControlHandler handler) {
        controlPaths.put(method + " " + path, handler);
        return this;
    }

    /**
     * Returns a service for {@code @RegisterExtension}, which starts when it is first used. Throws an {@link
     * IllegalStateException} if JUnit 5 is not on the class path.
     */
    public DocprocTestService create() {
        try {
            return JupiterTestService.of(copy());
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
        DocprocTestService service = new DocprocTestService(copy());
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

    /** Returns a copy that the builder does not change. */
    DocprocTestServiceBuilder copy() {
        try {
            DocprocTestServiceBuilder copy = (DocprocTestServiceBuilder) clone();
            copy.responders = new EnumMap<>(responders);
            copy.checks = new EnumMap<>(checks);
            copy.controlPaths = new HashMap<>(controlPaths);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
