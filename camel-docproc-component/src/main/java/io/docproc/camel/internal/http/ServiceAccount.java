/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Account of an endpoint with the HTTP settings of its calls. Calls with equal settings, apart from the timeouts, share their
 * connections.
 *
 * @param baseUrl the address of the service
 * @param credentials the credentials of the account
 * @param connectTimeout maximum time to establish a connection; zero for no limit
 * @param responseTimeout maximum time without data from the service; zero for no limit
 * @param callTimeout the option {@code callTimeout}; zero for no limit
 * @param tls the TLS parameters of the component or endpoint
 * @param options further options of camel-http's endpoint, without the {@code http.} prefix
 */
public record ServiceAccount(
        URI baseUrl,
        Credentials credentials,
        Duration connectTimeout,
        Duration responseTimeout,
        Duration callTimeout,
        Optional<SSLContextParameters> tls,
        Map<String, Object> options) {
    /** 100 years. A longer duration has no other effect, and its sum with a time may overflow. */
    private static final Duration MAX_DURATION = Duration.ofDays(36_500);

    private static final int MAX_DOUBLINGS = 20;

    /** Copies the options. */
    public ServiceAccount {
        options = Map.copyOf(options);
    }

    /** Returns the configuration of a request with the timeouts of this account. */
    @SuppressWarnings("deprecation") // A timeout of the connection manager would need one for each timeout.
    public RequestConfig requestConfig(HttpClient client) {
        RequestConfig.Builder config = client instanceof Configurable configurable
                ? RequestConfig.copy(configurable.getConfig())
                : RequestConfig.custom();
        return config.setConnectTimeout(Timeout.of(connectTimeout))
                .setResponseTimeout(Timeout.of(responseTimeout))
                .build();
    }

    /** Returns the origin of a URL with a host: scheme and host in lower case, and the port, also if it is the default. */
    public static String origin(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }

    /**
     * Returns the URL of an option without a trailing slash, with the scheme in lower case.
     *
     * @param option the name of the option, for exception messages
     * @param url the value of the option; null if it is not set
     * @throws IllegalArgumentException if the URL is missing, is not http or https, or has user info, a query or a
     *     fragment
     */
    public static URI url(String option, String url) {
        if (url == null || url.isBlank()) {
            throw new IllegalArgumentException("Option " + option
                    + " is required: set it on the component or the endpoint, to the address of the service");
        }
        try {
            URI address = new URI(url.strip().replaceAll("/+$", ""));
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (scheme.matches("https?")
                    && address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null) {
                return URI.create(address.toString().replaceFirst("^[^:]+", scheme));
            }
        } catch (URISyntaxException e) {
            // The exception must not contain the URL, which may contain a user and a password.
        }
        throw new IllegalArgumentException("Option " + option
                + " must be an http or https address with a host, without user, query or fragment, such as"
                + " https://service.example.com");
    }

    /**
     * Returns a timeout for which 0 means no limit.
     *
     * @param option the name of the option, for exception messages
     * @throws IllegalArgumentException if the timeout is negative
     */
    public static Duration timeout(String option, long milliseconds) {
        return valid(option, milliseconds, 0, "a duration from 0 up, where 0 means no limit");
    }

    /**
     * Returns a timeout that has to be set.
     *
     * @param option the name of the option, for exception messages
     * @throws IllegalArgumentException if the timeout is not above 0
     */
    public static Duration positiveTimeout(String option, long milliseconds) {
        return valid(option, milliseconds, 1, "a duration above 0");
    }

    private static Duration valid(String option, long milliseconds, long minimum, String allowed) {
        if (milliseconds < minimum) {
            throw new IllegalArgumentException(
                    "Option " + option + " is " + milliseconds + " ms; allowed is " + allowed);
        }
        return duration(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** Returns an exponential backoff: {@code first}, doubled for each earlier attempt, at most {@code maximum}. */
    public static Duration backoff(Duration first, int attempts, Duration maximum) {
        return Collections.min(List.of(first.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS)), maximum));
    }

    /** Returns the duration of an option, at most 100 years. */
    public static Duration duration(long value, TimeUnit unit) {
        return Duration.ofNanos(Math.min(unit.toNanos(value), MAX_DURATION.toNanos()));
    }
}
