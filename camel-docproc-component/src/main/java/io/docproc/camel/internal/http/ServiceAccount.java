/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Account of an endpoint with the HTTP settings of its calls. Creates service clients from them.
 *
 * @param settings the settings of the HTTP connection, with the base URL of the service
 * @param credentials the credentials of the account
 * @param callTimeout the option {@code callTimeout}; zero for no limit
 * @param resources the resources that the accounts of a component share
 */
public record ServiceAccount(
        HttpSettings settings, Credentials credentials, Duration callTimeout, Resources resources) {
    /**
     * Resources that the accounts of a component share.
     *
     * @param httpClients the HTTP clients
     * @param rateLimits the rate limits of the accounts
     * @param timer enforces the deadlines of calls
     * @param calls the calls in flight
     */
    public record Resources(
            Supplier<CamelHttpClients> httpClients,
            ComponentRateLimits rateLimits,
            CallDeadline.Timer timer,
            CallsInFlight calls) {}

    /** Returns the base URL of the service. */
    public URI baseUrl() {
        return settings.baseUrl();
    }

    /** Creates a client for one producer. Its calls in flight complete after the producer has stopped. */
    public ServiceClient createClient() {
        return createClient(rateLimit(), callDeadline());
    }

    /** Creates a client with its own rate limit and deadline. */
    public ServiceClient createClient(AccountRateLimit rateLimit, CallDeadline limit) {
        return new ServiceClient(
                () -> resources.httpClients().get().client(settings),
                settings,
                credentials,
                rateLimit,
                limit,
                resources.calls());
    }

    /** Returns the rate limit of the account. */
    public AccountRateLimit rateLimit() {
        return resources.rateLimits().of(baseUrl(), credentials.appId());
    }

    /** Returns the deadline that the option {@code callTimeout} sets for each call. */
    public CallDeadline callDeadline() {
        return deadline("callTimeout", callTimeout);
    }

    /**
     * Returns a deadline for calls.
     *
     * @param option the name of the option that sets the deadline, for exception messages
     * @param limit the maximum duration of a call; zero for no limit
     */
    public CallDeadline deadline(String option, Duration limit) {
        return new CallDeadline(option, limit, resources.timer());
    }
}
