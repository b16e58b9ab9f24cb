/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.examples.support.Callbacks;
import io.docproc.examples.support.Ending;
import io.docproc.examples.support.Given;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.ServiceAccount;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/**
 * What a run is told.
 *
 * @param home folder of all that it keeps: the server's files and the state
 * @param samples what is put into a new inbox
 * @param routes Camel resource of the routes, YAML or XML
 * @param place an S3 server that runs anyway; empty to start one
 * @param buckets their names
 * @param account the account to use; empty for the local service
 * @param callbacks how the service reaches this machine; empty with the local service
 * @param redeliveries how often a call that may be repeated is repeated
 * @param redeliveryDelay milliseconds before the first repetition, doubled before each further one
 * @param pollAfter milliseconds after which a job whose callback has not come is asked about
 * @param resumePeriod milliseconds between two looks for documents that were taken and have no job
 * @param accountPause time between an account error and the next probe of the account
 * @param ending when the run is over
 */
record S3Settings(
        Path home,
        Path samples,
        String routes,
        Optional<Place> place,
        S3Buckets buckets,
        Optional<ServiceAccount> account,
        Optional<Callbacks> callbacks,
        int redeliveries,
        int redeliveryDelay,
        int pollAfter,
        int resumePeriod,
        Duration accountPause,
        Ending ending) {

    private static final Set<String> LANGUAGES = Set.of("yaml", "xml");
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Where buckets are.
     *
     * @param credentials empty to let the SDK look for them
     */
    record Place(URI endpoint, String region, Optional<AwsCredentials> credentials) {}

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if one cannot be used
     */
    static S3Settings from(Given given) throws InvalidSettingException {
        String language = given.text("docproc.dsl").orElse("yaml");
        if (!LANGUAGES.contains(language)) {
            throw new InvalidSettingException("docproc.dsl is '" + language + "'; allowed are yaml and xml");
        }
        Optional<ServiceAccount> account = given.account();
        Optional<URI> endpoint = endpoint(given);
        return new S3Settings(
                given.home("pollers").resolve("s3"),
                given.samples("pollers"),
                given.text("docproc.routes").orElse("classpath:routes/s3-parse." + language),
                endpoint.map(it -> new Place(it, given.text("s3.region").orElse("us-east-1"), Optional.empty())),
                new S3Buckets(
                        given.text("s3.inbox").orElse("docproc-inbox"),
                        given.text("s3.archive").orElse("docproc-archive"),
                        given.text("s3.results").orElse("docproc-results")),
                account,
                account.isPresent() ? Optional.of(Callbacks.from(given)) : Optional.empty(),
                given.number("docproc.redeliveries", 4, 0),
                given.number("docproc.redeliveryDelay", 1000, 0),
                given.number("docproc.pollAfter", account.isPresent() ? 600_000 : 3_000, 1),
                given.number("docproc.resumePeriod", 5_000, 1),
                given.accountPause(),
                given.ending());
    }

    private static Optional<URI> endpoint(Given given) throws InvalidSettingException {
        Optional<String> text = given.text("s3.endpoint");
        Optional<URI> endpoint = text.flatMap(S3Settings::address);
        if (text.isPresent() && endpoint.isEmpty()) {
            throw new InvalidSettingException("s3.endpoint is '" + text.get()
                    + "'; allowed is an address that begins with http:// or https://, such as http://localhost:9000");
        }
        return endpoint;
    }

    private static Optional<URI> address(String text) {
        try {
            URI address = new URI(text);
            boolean usable = address.getHost() != null && SCHEMES.contains(String.valueOf(address.getScheme()));
            return usable ? Optional.of(address) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    /** What survives a restart, so that nothing is lost or paid twice. */
    Path state() {
        return home.resolve("state");
    }

    /** The jobs that have not ended. */
    Path jobs() {
        return state().resolve("jobs");
    }

    /** What the server that is started keeps. */
    Path server() {
        return home.resolve("server");
    }
}
