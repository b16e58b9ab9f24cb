/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.Ending;
import io.docproc.examples.support.Given;
import io.docproc.examples.support.InvalidSettingException;
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
 * @param ending when the run is over
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
        Ending ending) {

    private static final Set<String> LANGUAGES = Set.of("yaml", "xml");

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if one cannot be used
     */
    static PollerSettings from(Poller poller, Given given) throws InvalidSettingException {
        String language = given.text("docproc.dsl").orElse("yaml");
        if (!LANGUAGES.contains(language)) {
            throw new InvalidSettingException("docproc.dsl is '" + language + "'; allowed are yaml and xml");
        }
        return new PollerSettings(
                poller,
                given.home("pollers").resolve(poller.word()),
                given.samples("pollers"),
                given.text("docproc.routes").orElse(poller.routes(language)),
                GivenServer.properties(poller, given),
                given.account(),
                given.number("docproc.concurrency", 2, 1),
                given.number("docproc.redeliveries", 4, 0),
                given.number("docproc.redeliveryDelay", 1000, 0),
                given.accountPause(),
                given.ending());
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
