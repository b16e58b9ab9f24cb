/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import io.docproc.local.fault.Fault;
import io.docproc.test.CallbackPolicy;
import io.docproc.test.DocprocTestService;
import io.docproc.test.DocprocTestServiceBuilder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Options of a {@link LocalService}. Each option has a default, and each setter returns this object. A setter throws an
 * {@link IllegalArgumentException} if the value is not allowed.
 */
public final class LocalServiceOptions {
    private final DocprocTestServiceBuilder builder = DocprocTestService.builder()
            .port(8090)
            .credentials("local-app", "local-secret")
            .price(new BigDecimal("0.05"))
            .packageCalls(1000)
            .callbacks(new CallbackPolicy(3, Duration.ofSeconds(30), Duration.ofSeconds(1)))
            .balance(new BigDecimal("100.00"))
            .completeJobsAutomatically()
            .withoutCallLog();
    private String host = "127.0.0.1";
    private int port = 8090;
    private List<Fault> faults = List.of();
    private Consumer<String> callLines = line -> {};

    /** Sets the address to listen on; by default only this machine can connect. */
    public LocalServiceOptions host(String value) {
        builder.host(value);
        host = value;
        return this;
    }

    /** Sets the port to listen on, 8090 by default; 0 selects a free one. */
    public LocalServiceOptions port(int value) {
        builder.port(value);
        port = value;
        return this;
    }

    /** Sets the credentials that calls must have, {@code local-app} and {@code local-secret} by default. */
    public LocalServiceOptions credentials(String appId, String secretCode) {
        builder.credentials(appId, secretCode);
        return this;
    }

    /** Sets the rate limit in billed calls per second; further calls get 40306. 0, the default, is no limit. */
    public LocalServiceOptions requestsPerSecond(int value) {
        builder.requestsPerSecond(value);
        return this;
    }

    /** Sets the balance that calls are billed to when the package is used up, 100.00 by default. */
    public LocalServiceOptions availableBalance(BigDecimal value) {
        builder.balance(value);
        return this;
    }

    /** Sets the price of a call that is not billed to a package, 0.05 by default. */
    public LocalServiceOptions price(BigDecimal value) {
        builder.price(value);
        return this;
    }

    /** Sets the calls of the package that calls are billed to first, 1000 by default. */
    public LocalServiceOptions packageCalls(int value) {
        builder.packageCalls(value);
        return this;
    }

    /** Sets how callbacks are delivered: by default 3 attempts of 30 seconds, the second after one second. */
    public LocalServiceOptions callbacks(CallbackPolicy value) {
        builder.callbacks(value);
        return this;
    }

    /** Sets the faults at start; {@code /_local/faults} replaces them. */
    public LocalServiceOptions faults(List<Fault> value) {
        faults = List.copyOf(value);
        return this;
    }

    /** Sets the clock of packages, rate limit and timelines of jobs. */
    public LocalServiceOptions clock(Clock value) {
        builder.clock(value);
        return this;
    }

    /** Sets a consumer of one line for each call: operation, outcome, milliseconds. */
    public LocalServiceOptions callLines(Consumer<String> value) {
        callLines = value;
        return this;
    }

    /** Sets an existing folder, in which the service creates its own for uploads; the system's folder by default. */
    public LocalServiceOptions temporaryFolder(Path value) {
        builder.temporaryFolder(value);
        return this;
    }

    DocprocTestServiceBuilder builder() {
        return builder;
    }

    String address() {
        return host + ":" + port;
    }

    List<Fault> faults() {
        return faults;
    }

    Consumer<String> callLines() {
        return callLines;
    }
}
