/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import io.docproc.local.account.Balance;
import io.docproc.local.account.Credentials;
import io.docproc.local.fault.Fault;
import io.docproc.local.job.CallbackPolicy;
import io.docproc.local.job.ResultForm;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** How a {@link LocalService} is set up. Every option has a default; each setter returns this object. */
public final class LocalServiceOptions {
    private String host = "127.0.0.1";
    private int port = 8090;
    private Credentials credentials = new Credentials("local-app", "local-secret");
    private Set<InetAddress> allowlist = Set.of();
    private int requestsPerSecond;
    private BigDecimal availableBalance = new BigDecimal("100.00");
    private BigDecimal unavailableBalance = new BigDecimal("20.00");
    private BigDecimal price = new BigDecimal("0.05");
    private int packageCalls = 1000;
    private String parseService = "xparse";
    private CallbackPolicy callbacks = CallbackPolicy.DEFAULT;
    private ResultForm resultForm = ResultForm.ENVELOPE;
    private List<Fault> faults = List.of();
    private Clock clock = Clock.systemUTC();
    private Consumer<String> callLines = line -> {};
    private Path temporaryFolder = Path.of(System.getProperty("java.io.tmpdir"));

    /** The address to listen on; by default only this machine can connect. */
    public LocalServiceOptions host(String value) {
        host = Objects.requireNonNull(value);
        return this;
    }

    /** The port to listen on, 8090 by default; 0 takes a free one. */
    public LocalServiceOptions port(int value) {
        port = atLeastZero("port", value);
        return this;
    }

    /** What calls have to bring; {@code local-app} and {@code local-secret} by default. */
    public LocalServiceOptions credentials(Credentials value) {
        credentials = Objects.requireNonNull(value);
        return this;
    }

    /** The only client addresses that are let in (40103 for others); empty, the default, lets all in. */
    public LocalServiceOptions allowlist(Set<InetAddress> value) {
        allowlist = Set.copyOf(value);
        return this;
    }

    /** How many document calls a second are admitted (40306 for more); 0, the default, for no limit. */
    public LocalServiceOptions requestsPerSecond(int value) {
        requestsPerSecond = atLeastZero("requestsPerSecond", value);
        return this;
    }

    /** Money that calls are paid from once packages are used up, 100 by default. */
    public LocalServiceOptions availableBalance(BigDecimal value) {
        availableBalance = atLeastZero("availableBalance", value);
        return this;
    }

    /** Money that is shown but cannot be spent, 20 by default. */
    public LocalServiceOptions unavailableBalance(BigDecimal value) {
        unavailableBalance = atLeastZero("unavailableBalance", value);
        return this;
    }

    /** What a document call costs that no package pays for, 0.05 by default. */
    public LocalServiceOptions price(BigDecimal value) {
        price = atLeastZero("price", value);
        return this;
    }

    /** How many calls the account's package for document calls has, 1000 by default. */
    public LocalServiceOptions packageCalls(int value) {
        packageCalls = atLeastZero("packageCalls", value);
        return this;
    }

    /** The path segment that names the parsing service, {@code xparse} by default. */
    public LocalServiceOptions parseService(String value) {
        if (!value.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException("parseService must be one path segment of letters, digits, - and _");
        }
        parseService = value;
        return this;
    }

    /** How often and how patiently webhooks are called; three times, 30 seconds each, by default. */
    public LocalServiceOptions callbacks(CallbackPolicy value) {
        callbacks = Objects.requireNonNull(value);
        return this;
    }

    /** What lies behind a {@code result_url}; the whole envelope by default. */
    public LocalServiceOptions resultForm(ResultForm value) {
        resultForm = Objects.requireNonNull(value);
        return this;
    }

    /** Faults that strike from the start; more can be asked for at {@code /_local/faults}. */
    public LocalServiceOptions faults(List<Fault> value) {
        faults = List.copyOf(value);
        return this;
    }

    /** Tells the time for packages, the QPS limit and the time lines of jobs. */
    public LocalServiceOptions clock(Clock value) {
        clock = Objects.requireNonNull(value);
        return this;
    }

    /** Takes one line a call: operation, outcome, milliseconds. */
    public LocalServiceOptions callLines(Consumer<String> value) {
        callLines = Objects.requireNonNull(value);
        return this;
    }

    /** An existing folder in which the service makes its own for uploads; the system's by default. */
    public LocalServiceOptions temporaryFolder(Path value) {
        temporaryFolder = Objects.requireNonNull(value);
        return this;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    Credentials credentials() {
        return credentials;
    }

    Set<InetAddress> allowlist() {
        return allowlist;
    }

    int requestsPerSecond() {
        return requestsPerSecond;
    }

    Balance balance() {
        return new Balance(availableBalance, unavailableBalance);
    }

    BigDecimal price() {
        return price;
    }

    int packageCalls() {
        return packageCalls;
    }

    String parseService() {
        return parseService;
    }

    CallbackPolicy callbacks() {
        return callbacks;
    }

    ResultForm resultForm() {
        return resultForm;
    }

    List<Fault> faults() {
        return faults;
    }

    Clock clock() {
        return clock;
    }

    Consumer<String> callLines() {
        return callLines;
    }

    Path temporaryFolder() {
        return temporaryFolder;
    }

    private static int atLeastZero(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + value);
        }
        return value;
    }

    private static BigDecimal atLeastZero(String name, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + value);
        }
        return value;
    }
}
