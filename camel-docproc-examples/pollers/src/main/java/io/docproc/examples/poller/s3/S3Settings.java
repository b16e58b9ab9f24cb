/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
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
 * @param connection an S3 server that runs anyway; empty to start one
 * @param buckets their names
 * @param account the account to use; empty for the local service
 * @param callbacks how the service reaches this machine; empty with the local service
 * @param redeliveries how often a call that may be repeated is repeated
 * @param redeliveryDelay milliseconds before the first repetition, doubled before each further one
 * @param pollAfter milliseconds after which a job whose callback has not come is asked about
 * @param resumePeriod milliseconds between two looks for documents that were taken and have no job
 * @param accountPause time between an account error and the next probe of the account
 * @param runMode when the run is over
 */
record S3Settings(
        Path home,
        Path samples,
        String routes,
        Optional<S3Connection> connection,
        S3Buckets buckets,
        Optional<ServiceAccount> account,
        Optional<CallbackSettings> callbacks,
        int redeliveries,
        int redeliveryDelay,
        int pollAfter,
        int resumePeriod,
        Duration accountPause,
        RunMode runMode) {

    private static final Set<String> LANGUAGES = Set.of("yaml", "xml");
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Where buckets are.
     *
     * @param credentials empty to let the SDK look for them
     */
    record S3Connection(URI endpoint, String region, Optional<AwsCredentials> credentials) {}

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if one cannot be used
     */
    static S3Settings from(ExampleConfig config) throws InvalidSettingException {
        String language = config.text("docproc.dsl").orElse("yaml");
        if (!LANGUAGES.contains(language)) {
            throw new InvalidSettingException("docproc.dsl is '" + language + "'; allowed are yaml and xml");
        }
        Optional<ServiceAccount> account = config.account();
        Optional<URI> endpoint = endpoint(config);
        return new S3Settings(
                config.home("pollers").resolve("s3"),
                config.samples("pollers"),
                config.text("docproc.routes").orElse("classpath:routes/s3-parse." + language),
                endpoint.map(
                        it -> new S3Connection(it, config.text("s3.region").orElse("us-east-1"), Optional.empty())),
                new S3Buckets(
                        config.text("s3.inbox").orElse("docproc-inbox"),
                        config.text("s3.archive").orElse("docproc-archive"),
                        config.text("s3.results").orElse("docproc-results")),
                account,
                account.isPresent() ? Optional.of(CallbackSettings.from(config)) : Optional.empty(),
                config.number("docproc.redeliveries", 4, 0),
                config.number("docproc.redeliveryDelay", 1000, 0),
                config.number("docproc.pollAfter", account.isPresent() ? 600_000 : 3_000, 1),
                config.number("docproc.resumePeriod", 5_000, 1),
                config.accountPause(),
                config.runMode());
    }

    private static Optional<URI> endpoint(ExampleConfig config) throws InvalidSettingException {
        Optional<String> text = config.text("s3.endpoint");
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
