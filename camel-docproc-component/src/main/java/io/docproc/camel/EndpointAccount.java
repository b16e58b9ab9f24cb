/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.Credentials;
import io.docproc.camel.http.HttpSettings;
import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.http.TimeLimit;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;

/** Reads an endpoint's settings about the account, checks them, and makes clients of them. */
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

    /** @throws IllegalArgumentException when it is not an address that calls can go to */
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

    /** The address is not shown where it is wrong: it may hold a user and a password. */
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

    /** The HTTP connection. */
    HttpSettings settings() {
        return new HttpSettings(
                baseUrl(),
                configuration().getConnectTimeout(),
                configuration().getResponseTimeout(),
                configuration().getMaxConcurrentRequests(),
                tls(),
                configuration().getHttpOptions());
    }

    /** A client for one producer, which stops with it. */
    ServiceClient createClient() {
        return createClient(settings(), callTimeout());
    }

    /** A client on another HTTP connection. */
    ServiceClient createClient(HttpSettings settings, TimeLimit limit) {
        DocprocComponent component = endpoint.getComponent();
        return new ServiceClient(
                component.httpClient(settings),
                credentials(),
                () -> component.quota().awaitSending(),
                limit);
    }

    /** How long a call may take. */
    TimeLimit callTimeout() {
        return endpoint.getComponent().limit("callTimeout", configuration().getCallTimeout());
    }

    Optional<SSLContextParameters> tls() {
        return Optional.ofNullable(configuration().getSslContextParameters())
                .or(endpoint.getComponent()::globalSslContextParameters);
    }
}
