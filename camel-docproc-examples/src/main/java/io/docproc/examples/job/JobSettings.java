/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What the job is told.
 *
 * @param inbox where originals are taken from
 * @param outbox where results, originals that are done and the report go
 * @param failed where originals that failed go, each with a note
 * @param samples what is copied into an empty inbox
 * @param schema Camel resource of the JSON schema of the fields to extract
 * @param routes Camel resource of the route, YAML or XML
 * @param account the account to use; empty for the local service
 * @param concurrency calls in flight at once
 * @param requestsPerSecond calls that start in a second; 0 for no limit
 * @param redeliveries how often a call that may be repeated is repeated
 * @param redeliveryDelay the wait before the first repetition, doubled before each further one
 * @param ending when the job is over
 */
record JobSettings(
        Path inbox,
        Path outbox,
        Path failed,
        Path samples,
        String schema,
        String routes,
        Optional<ServiceAccount> account,
        int concurrency,
        double requestsPerSecond,
        int redeliveries,
        Duration redeliveryDelay,
        Ending ending) {

    /** When the job is over. */
    enum Ending {
        /** As soon as the inbox is empty. */
        WHEN_IDLE,
        /** When it is stopped. */
        WHEN_STOPPED
    }

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
    static JobSettings from(UnaryOperator<String> property, Map<String, String> environment) throws InvalidException {
        Properties given = new Properties(property);
        Path home = given.text("docproc.home").map(Path::of).orElseGet(JobSettings::moduleFolder);
        Optional<ServiceAccount> account = account(given, environment);
        return new JobSettings(
                given.path("docproc.inbox", home.resolve("inbox")),
                given.path("docproc.outbox", home.resolve("outbox")),
                given.path("docproc.failed", home.resolve("failed")),
                home.resolve("samples").toAbsolutePath(),
                given.text("docproc.schema").orElse("classpath:schemas/invoice.json"),
                given.text("docproc.routes").orElse("classpath:routes/job.yaml"),
                account,
                given.number("docproc.concurrency", 2, 1),
                given.number("docproc.requestsPerSecond", account.isPresent() ? 2 : 0, 0),
                given.number("docproc.redeliveries", 4, 0),
                Duration.ofMillis(given.number("docproc.redeliveryDelay", 1000, 0)),
                Boolean.parseBoolean(given.text("docproc.watch").orElse("false"))
                        ? Ending.WHEN_STOPPED
                        : Ending.WHEN_IDLE);
    }

    private static Path moduleFolder() {
        Path module = Path.of("camel-docproc-examples");
        return Files.isDirectory(module) ? module : Path.of("");
    }

    private static Optional<ServiceAccount> account(Properties given, Map<String, String> environment)
            throws InvalidException {
        Optional<String> baseUrl = given.text("docproc.baseUrl");
        if (baseUrl.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ServiceAccount(
                baseUrl.get(),
                credential(environment, "DOCPROC_APP_ID"),
                credential(environment, "DOCPROC_SECRET_CODE")));
    }

    private static String credential(Map<String, String> environment, String name) throws InvalidException {
        String value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            throw new InvalidException("docproc.baseUrl is set, so the environment variable " + name
                    + " must be set too: it is in the account console under the API keys");
        }
        return value;
    }

    private record Properties(UnaryOperator<String> property) {
        Optional<String> text(String name) {
            return Optional.ofNullable(property.apply(name)).filter(value -> !value.isBlank());
        }

        Path path(String name, Path otherwise) {
            return text(name).map(Path::of).orElse(otherwise).toAbsolutePath().normalize();
        }

        int number(String name, int otherwise, int least) throws InvalidException {
            Optional<String> value = text(name);
            try {
                int number = value.map(Integer::parseInt).orElse(otherwise);
                if (number >= least) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // said below, as for a number that is too small
            }
            throw new InvalidException(
                    name + " is '" + value.orElse("") + "'; allowed is a whole number from " + least);
        }
    }
}
