/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceAccount;
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
 * @param accountPause time between an account error and the next probe of the account
 * @param runMode when the job is over
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
        Duration accountPause,
        RunMode runMode) {

    /**
     * Reads the settings.
     *
     * @param property gives the value of a property, null if it is not set
     * @param environment where the credentials are, which do not belong on a command line
     */
    static JobSettings from(UnaryOperator<String> property, Map<String, String> environment)
            throws InvalidSettingException {
        ExampleConfig config = new ExampleConfig(property, environment);
        Path home = config.home("quickstart");
        Optional<ServiceAccount> account = config.account();
        return new JobSettings(
                config.path("docproc.inbox", home.resolve("inbox")),
                config.path("docproc.outbox", home.resolve("outbox")),
                config.path("docproc.failed", home.resolve("failed")),
                config.samples("quickstart"),
                config.text("docproc.schema").orElse("classpath:schemas/invoice.json"),
                config.text("docproc.routes").orElse("classpath:routes/job.yaml"),
                account,
                config.number("docproc.concurrency", 2, 1),
                config.number("docproc.requestsPerSecond", account.isPresent() ? 2 : 0, 0),
                config.number("docproc.redeliveries", 4, 0),
                Duration.ofMillis(config.number("docproc.redeliveryDelay", 1000, 0)),
                config.accountPause(),
                config.runMode());
    }
}
