/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceAccount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run is told.
 *
 * @param poller which of the examples it is
 * @param home folder of all that it keeps: the server's files, the state, the results
 * @param samples what is put on a new server
 * @param routes Camel resource of the routes, YAML or XML
 * @param server the properties of a server that runs anyway; empty to start one
 * @param account the account to use; empty for the local service
 * @param concurrency calls in flight at once
 * @param redeliveries how often a call that may be repeated is repeated
 * @param redeliveryDelay milliseconds before the first repetition, doubled before each further one
 * @param accountPause time between an account error and the next probe of the account
 * @param runMode when the run is over
 */
record PollerSettings(
        Poller poller,
        Path home,
        Path samples,
        String routes,
        Map<String, String> server,
        Optional<ServiceAccount> account,
        int concurrency,
        int redeliveries,
        int redeliveryDelay,
        Duration accountPause,
        RunMode runMode) {

    private static final Set<String> LANGUAGES = Set.of("yaml", "xml");

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if one cannot be used
     */
    static PollerSettings from(Poller poller, ExampleConfig config) throws InvalidSettingException {
        String language = config.text("docproc.dsl").orElse("yaml");
        if (!LANGUAGES.contains(language)) {
            throw new InvalidSettingException("docproc.dsl is '" + language + "'; allowed are yaml and xml");
        }
        return new PollerSettings(
                poller,
                config.home("pollers").resolve(poller.id()),
                config.samples("pollers"),
                config.text("docproc.routes").orElse(poller.routes(language)),
                ExternalServer.properties(poller, config),
                config.account(),
                config.number("docproc.concurrency", 2, 1),
                config.number("docproc.redeliveries", 4, 0),
                config.number("docproc.redeliveryDelay", 1000, 0),
                config.accountPause(),
                config.runMode());
    }

    /** Where the results go. */
    Path results() {
        return home.resolve("results");
    }

    /** What survives a restart, so that nothing is paid twice. */
    Path state() {
        return home.resolve("state");
    }

    /** Where documents are while they are being worked on. */
    Path work() {
        return home.resolve("work");
    }
}
