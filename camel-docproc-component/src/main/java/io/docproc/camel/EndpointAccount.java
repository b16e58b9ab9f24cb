/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.ratelimit.AccountRateLimit;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;

/** Reads and validates the account options of an endpoint, and creates service clients from them. */
final class EndpointAccount {
    private final DocprocEndpoint endpoint;

    EndpointAccount(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    private DocprocConfiguration configuration() {
        return endpoint.getConfiguration();
    }

    Credentials credentials() {
        return new Credentials(configuration().getAppId(), configuration().getSecretCode());
    }

    URI baseUrl() {
        return address("baseUrl", configuration().getBaseUrl());
    }

    Optional<URI> workflowUrl() {
        return Optional.ofNullable(configuration().getWorkflowUrl()).map(url -> address("workflowUrl", url));
    }

    /**
     * Returns the URL of an option without a trailing slash, with the scheme in lower case.
     *
     * @throws IllegalArgumentException if the URL is missing, is not http or https, or has user info, a query or a
     *     fragment
     */
    static URI address(String option, String url) {
        if (url == null || url.isBlank()) {
            throw new IllegalArgumentException("Option " + option
                    + " is required: set it on the component or the endpoint, to the address of the service");
        }
        URI address = parsed(option, url.strip().replaceAll("/+$", ""));
        boolean http = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        boolean more =
                address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null;
        if (!http || address.getHost() == null || more) {
            throw notAnAddress(option);
        }
        return URI.create(
                address.toString().replaceFirst("^[^:]+", address.getScheme().toLowerCase(Locale.ROOT)));
    }

    /** Parses a URL. The exception does not contain the URL, because it may contain a user and a password. */
    private static URI parsed(String option, String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException malformed) {
            throw notAnAddress(option);
        }
    }

    private static IllegalArgumentException notAnAddress(String option) {
        return new IllegalArgumentException("Option " + option
                + " must be an http or https address with a host, without user, query or fragment, such as"
                + " https://service.example.com");
    }

    String parseService() {
        String segment = configuration().getParseService();
        if (segment == null || !segment.matches("(?!\\.+$)[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("Option parseService is '" + segment
                    + "'; allowed is one path segment of letters, digits, '.', '_' and '-', not of dots alone");
        }
        return segment;
    }

    /** Returns the settings of the HTTP connection. */
    HttpSettings settings() {
        return new HttpSettings(
                baseUrl(),
                configuration().getConnectTimeout(),
                configuration().getResponseTimeout(),
                tls(),
                configuration().getHttpOptions());
    }

    /** Creates a client for one producer. Its calls in flight complete after the producer has stopped. */
    ServiceClient createClient() {
        return createClient(rateLimit(), callTimeout());
    }

    /** Creates a client with its own rate limit and deadline. */
    ServiceClient createClient(AccountRateLimit rateLimit, CallDeadline limit) {
        DocprocComponent component = endpoint.getComponent();
        HttpSettings settings = settings();
        return new ServiceClient(() -> component.httpClients().lease(settings), credentials(), rateLimit, limit);
    }

    /** Returns the rate limit of the account. */
    AccountRateLimit rateLimit() {
        return endpoint.getComponent()
                .rateLimits()
                .of(baseUrl(), configuration().getAppId());
    }

    /** Returns the deadline that the option callTimeout sets for each call. */
    CallDeadline callTimeout() {
        return limit("callTimeout", configuration().getCallTimeout());
    }

    /**
     * Returns a deadline for calls, which a timer of the component enforces.
     *
     * @param option the name of the option, for exception messages
     * @param milliseconds the maximum duration of a call in milliseconds
     */
    CallDeadline limit(String option, long milliseconds) {
        DocprocComponent component = endpoint.getComponent();
        return new CallDeadline(option, Duration.ofMillis(milliseconds), (task, delay) -> component
                .threads()
                .schedule(task, delay));
    }

    Optional<SSLContextParameters> tls() {
        return Optional.ofNullable(configuration().getSslContextParameters())
                .or(endpoint.getComponent()::globalSslContextParameters);
    }
}
