/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.URISupport;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates HTTP clients with the context's camel-http component, so that its TLS, proxy, authentication and timeout
 * settings apply. Disables retries, redirects and cookies. Equal settings share one client. Thread-safe.
 */
public final class CamelHttpClients extends ServiceSupport {
    private static final Logger LOG = LoggerFactory.getLogger(CamelHttpClients.class);
    private static final Set<String> POOL_OPTIONS = Set.of("maxtotalconnections", "connectionsperroute");

    static final int MAX_HEADER_LINE = 16 * 1024;
    static final int MAX_HEADERS = 200;

    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(MAX_HEADER_LINE)
            .setMaxHeaderCount(MAX_HEADERS)
            .build();

    /**
     * Creates connections that limit the headers of a response. Without a limit, endless headers would exhaust the heap
     * before the size of the body is checked. The default parser of the client would skip a malformed status line, and
     * wait for another one.
     */
    static final ManagedHttpClientConnectionFactory CONNECTIONS = ManagedHttpClientConnectionFactory.builder()
            .http1Config(LIMITS)
            .responseParserFactory(new DefaultHttpResponseParserFactory(LIMITS))
            .build();

    private final CallDeadline.Timer timer;
    private final CallsInFlight calls = new CallsInFlight();
    private final Map<Connection, HttpEndpoint> clients = new HashMap<>();
    private CamelContext context;

    /**
     * Creates the clients of a component.
     *
     * @param timer enforces the deadlines of calls
     */
    public CamelHttpClients(CallDeadline.Timer timer) {
        this.timer = timer;
    }

    /** Sets the context whose {@code http} or {@code https} component creates the clients. To be called before the start. */
    public void setCamelContext(CamelContext camelContext) {
        context = camelContext;
    }

    CallDeadline.Timer timer() {
        return timer;
    }

    /** Returns the calls in flight of the component. */
    public CallsInFlight calls() {
        return calls;
    }

    /**
     * Returns the client for the settings of an account. Each request has its own timeouts. The client stays open until the component
     * stops.
     *
     * @throws IllegalArgumentException if camel-http does not accept an option
     * @throws IllegalStateException if the component is stopped
     */
    public synchronized HttpClient client(
            URI baseUrl, Optional<SSLContextParameters> tls, Map<String, Object> options) {
        if (!isStarted()) {
            throw new IllegalStateException("the component is stopped");
        }
        return clients.computeIfAbsent(new Connection(baseUrl, tls, options), this::create)
                .getHttpClient();
    }

    /** Returns the number of open clients. */
    public synchronized int size() {
        return clients.size();
    }

    private record Connection(URI baseUrl, Optional<SSLContextParameters> tls, Map<String, Object> options) {}

    private HttpEndpoint create(Connection settings) {
        requireAllowed(settings.options());
        String url = settings.baseUrl().toString();
        try {
            HttpComponent component = context.getComponent(settings.baseUrl().getScheme(), HttpComponent.class);
            HttpEndpoint endpoint = (HttpEndpoint) component.createEndpoint(url, parameters(settings));
            requireKnown(endpoint);
            configure(endpoint.getClientBuilder());
            ServiceHelper.startService(endpoint);
            LOG.info("docproc calls the service at {}", settings.baseUrl());
            return endpoint;
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "camel-http does not accept the options "
                            + settings.options().keySet() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Configures a builder to send each request once, a call only with a rate-limit permit, and to follow no redirect. */
    public static HttpClientBuilder configure(HttpClientBuilder builder) {
        ServiceRequestExecutor executor = new ServiceRequestExecutor();
        return builder.disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .setRequestExecutor(executor)
                .addExecInterceptorBefore(ChainElement.CONNECT.name(), "docproc-stale-connection", executor);
    }

    /** Rejects options that would follow redirects, retry calls or limit the connection pool. */
    private static void requireAllowed(Map<String, Object> options) {
        options.forEach((name, value) -> {
            String plain = StringHelper.dashToCamelCase(name).toLowerCase(Locale.ROOT);
            if (plain.equals("followredirects") && Boolean.parseBoolean(String.valueOf(value))) {
                throw new IllegalArgumentException(
                        "Option http.followRedirects is not allowed: a redirect would receive the credentials");
            }
            if (plain.equals("httpclient")) {
                throw new IllegalArgumentException(
                        "Option http.httpClient is not allowed: the component cannot disable the"
                                + " redirects and retries of a custom client; use other options, such as http.proxyHost");
            }
            if (POOL_OPTIONS.contains(plain)) {
                throw new IllegalArgumentException("Option http." + name + " is not allowed: the connection pool is"
                        + " unlimited, because endpoints share it; set maxConcurrentRequests to limit connections");
            }
        });
    }

    /** Rejects unknown options: camel-http would send them as query parameters of the URL. */
    private static void requireKnown(HttpEndpoint endpoint) throws URISyntaxException {
        Map<String, Object> unknown =
                URISupport.parseQuery(endpoint.getHttpUri().getRawQuery());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("it has no option " + String.join(", ", unknown.keySet()));
        }
    }

    private static Map<String, Object> parameters(Connection settings) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("maxTotalConnections", Integer.MAX_VALUE);
        parameters.put("connectionsPerRoute", Integer.MAX_VALUE);
        settings.tls().ifPresent(tls -> parameters.put("sslContextParameters", tls));
        parameters.putAll(settings.options());
        return parameters;
    }

    /** Closes the clients, which aborts their calls in flight. */
    @Override
    protected synchronized void doStop() {
        clients.values().forEach(CamelHttpClients::close);
        clients.clear();
    }

    /** Closes a client. A failure is only logged, because the other clients have to be closed as well. */
    private static void close(HttpEndpoint endpoint) {
        try {
            ServiceHelper.stopService(endpoint);
            if (endpoint.getHttpClient() instanceof CloseableHttpClient client) {
                IOHelper.close(client);
            }
        } catch (RuntimeException e) {
            LOG.warn("An HTTP client of {} could not be closed: {}", endpoint.getHttpUri(), e.toString());
        }
    }
}
