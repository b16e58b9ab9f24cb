/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Settings of the machines.
 *
 * @param folder what all machines see
 * @param account who calls; empty for the local service
 * @param broker the broker to use; empty for one of the demonstration's own
 * @param brokerFolder where a broker started here keeps its messages
 * @param queue name of the queue with document references
 * @param quota how the account's calls are shared out
 * @param worker the name of this worker
 * @param concurrency number of documents that a worker processes concurrently
 * @param retryPolicy redeliveries, attempts and delays
 * @param dsl in which the routes are: {@code yaml} or {@code xml}
 * @param demo settings of the demonstration
 */
record MachinesSettings(
        SharedFolder folder,
        Optional<Account> account,
        Optional<Broker> broker,
        Path brokerFolder,
        String queue,
        QuotaShare quota,
        String worker,
        int concurrency,
        RetryPolicy retryPolicy,
        String dsl,
        DemoSettings demo) {

    /** Where the service is and who calls it. */
    record Account(String baseUrl, String appId, String secretCode) {
        @Override
        public String toString() {
            return baseUrl;
        }
    }

    /**
     * Where the broker is, and who connects to it.
     *
     * @param user empty for a broker that asks for none
     */
    record Broker(String url, String user, String password) {
        @Override
        public String toString() {
            return url;
        }
    }

    /**
     * @param redeliveries number of immediate redeliveries of a call
     * @param redeliveryDelay delay before the first redelivery, doubled for each further one
     * @param attempts maximum number of attempts before the reference moves to the dead letter queue
     * @param backoff delay before the second attempt, doubled for each further one
     * @param accountPause the wait after an account error before the account is probed
     */
    record RetryPolicy(
            int redeliveries, Duration redeliveryDelay, int attempts, Duration backoff, Duration accountPause) {}

    /**
     * @param documents number of documents created when the inbox is empty
     * @param kills number of workers killed during their calls
     */
    record DemoSettings(int documents, int kills) {}

    /** A property or environment variable that cannot be used; the message says which and what is allowed. */
    static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidException(String message) {
            super(message);
        }
    }

    /**
     * Reads the settings.
     *
     * @param property gives the value of a property, null if it is not set
     * @param environment where the credentials are, which do not belong on a command line
     */
    static MachinesSettings from(UnaryOperator<String> property, Map<String, String> environment)
            throws InvalidException {
        SettingsReader reader = new SettingsReader(property, environment);
        Optional<Account> account = reader.account();
        QuotaShare quota = new QuotaShare(
                reader.number("docproc.accountCallsPerSecond", 8, 1), reader.number("docproc.workers", 4, 1));
        int kills = reader.number("docproc.kill", account.isPresent() || quota.workers() == 1 ? 0 : 1, 0);
        if (kills >= quota.workers()) {
            throw new InvalidException("docproc.kill is " + kills + "; allowed is less than docproc.workers");
        }
        if (quota.share() == 0) {
            throw new InvalidException("docproc.workers is " + quota.workers() + "; an account with "
                    + quota.accountCallsPerSecond() + " calls per second is enough for "
                    + quota.accountCallsPerSecond() + " workers at most");
        }
        return new MachinesSettings(
                reader.folder(),
                account,
                reader.broker(),
                reader.path("docproc.brokerFolder", reader.home().resolve("machines/broker")),
                reader.text("docproc.queue").orElse("docproc.claims"),
                quota,
                reader.text("docproc.worker").orElseGet(MachinesSettings::thisProcess),
                reader.number("docproc.concurrency", 2, 1),
                new RetryPolicy(
                        reader.number("docproc.redeliveries", 3, 0),
                        reader.millis("docproc.redeliveryDelay", 1_000),
                        reader.number("docproc.attempts", 6, 1),
                        reader.millis("docproc.postponement", 30_000),
                        reader.millis("docproc.accountPause", 30_000)),
                reader.dsl(),
                new DemoSettings(reader.number("docproc.documents", 40, 1), kills));
    }

    /** What is not secret, as properties for a process that is to be told the same. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("docproc.shared", folder.root().toString());
        properties.put("docproc.queue", queue);
        properties.put("docproc.accountCallsPerSecond", String.valueOf(quota.accountCallsPerSecond()));
        properties.put("docproc.workers", String.valueOf(quota.workers()));
        properties.put("docproc.concurrency", String.valueOf(concurrency));
        properties.put("docproc.redeliveries", String.valueOf(retryPolicy.redeliveries()));
        properties.put(
                "docproc.redeliveryDelay",
                String.valueOf(retryPolicy.redeliveryDelay().toMillis()));
        properties.put("docproc.attempts", String.valueOf(retryPolicy.attempts()));
        properties.put(
                "docproc.postponement", String.valueOf(retryPolicy.backoff().toMillis()));
        properties.put(
                "docproc.accountPause",
                String.valueOf(retryPolicy.accountPause().toMillis()));
        properties.put("docproc.dsl", dsl);
        return properties;
    }

    private static String thisProcess() {
        try {
            return InetAddress.getLocalHost().getHostName() + "-"
                    + ProcessHandle.current().pid();
        } catch (UnknownHostException e) {
            return "worker-" + ProcessHandle.current().pid();
        }
    }

    private record SettingsReader(UnaryOperator<String> property, Map<String, String> environment) {
        Optional<String> text(String name) {
            return Optional.ofNullable(property.apply(name)).filter(value -> !value.isBlank());
        }

        int number(String name, int defaultValue, int min) throws InvalidException {
            String value = text(name).orElse(String.valueOf(defaultValue));
            if (value.matches("[0-9]{1,9}") && Integer.parseInt(value) >= min) {
                return Integer.parseInt(value);
            }
            throw new InvalidException(name + " is '" + value + "'; allowed is a whole number from " + min);
        }

        Duration millis(String name, int defaultValue) throws InvalidException {
            return Duration.ofMillis(number(name, defaultValue, 0));
        }

        String dsl() throws InvalidException {
            String dsl = text("docproc.dsl").orElse("yaml");
            if (dsl.equals("yaml") || dsl.equals("xml")) {
                return dsl;
            }
            throw new InvalidException("docproc.dsl is '" + dsl + "'; allowed are yaml and xml");
        }

        Path home() {
            Path module = Path.of("camel-docproc-examples", "scale-out");
            return text("docproc.home").map(Path::of).orElse(Files.isDirectory(module) ? module : Path.of(""));
        }

        Path path(String name, Path defaultValue) {
            return text(name)
                    .map(Path::of)
                    .orElse(defaultValue)
                    .toAbsolutePath()
                    .normalize();
        }

        SharedFolder folder() {
            return new SharedFolder(path("docproc.shared", home().resolve("machines")));
        }

        Optional<Broker> broker() {
            return text("docproc.broker")
                    .map(url -> new Broker(
                            url,
                            environment.getOrDefault("DOCPROC_BROKER_USER", ""),
                            environment.getOrDefault("DOCPROC_BROKER_PASSWORD", "")));
        }

        Optional<Account> account() throws InvalidException {
            Optional<String> baseUrl = text("docproc.baseUrl");
            if (baseUrl.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    new Account(baseUrl.get(), credential("DOCPROC_APP_ID"), credential("DOCPROC_SECRET_CODE")));
        }

        String credential(String name) throws InvalidException {
            String value = environment.getOrDefault(name, "");
            if (value.isBlank()) {
                throw new InvalidException(
                        "docproc.baseUrl is set, so the environment variable " + name + " must be set too");
            }
            return value;
        }
    }
}
