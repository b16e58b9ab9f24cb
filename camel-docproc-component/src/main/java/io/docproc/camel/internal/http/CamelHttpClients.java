/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.apache.camel.CamelContext;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.PropertyBindingSupport;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.PropertiesHelper;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.URISupport;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates HTTP clients with the context's camel-http component, so that its TLS, proxy, authentication and timeout
 * settings apply. Disables retries, redirects and cookies. Equal settings share one client, until the component stops.
 * Thread-safe.
 */
public final class CamelHttpClients extends ServiceSupport {
    private static final Logger LOG = LoggerFactory.getLogger(CamelHttpClients.class);
    private static final Set<String> POOL_OPTIONS = Set.of("maxtotalconnections", "connectionsperroute");
    private static final Set<String> PROXY_OPTIONS = Set.of("nonProxyHosts", "useSystemProperties");
    private static final String TLS = "sslContextParameters";

    private final CallsInFlight calls;
    private final Map<Connections, HttpEndpoint> clients = new HashMap<>();
    private CamelContext context;

    /**
     * Creates the clients of a component.
     *
     * @param timer enforces the time limits of calls
     */
    public CamelHttpClients(CallsInFlight.Timer timer) {
        calls = new CallsInFlight(timer);
    }

    /** Sets the context whose {@code http} or {@code https} component creates the clients. To be called before the start. */
    public void setCamelContext(CamelContext camelContext) {
        context = camelContext;
    }

    /** Returns the object of this type that all components of the context share. Creates it at the first call. */
    public static <T> T ofContext(CamelContext context, Class<T> type, Supplier<T> creator) {
        ExtendedCamelContext plugins = context.getCamelContextExtension();
        synchronized (plugins) {
            T existing = plugins.getContextPlugin(type);
            if (existing == null) {
                existing = creator.get();
                plugins.addContextPlugin(type, existing);
            }
            return existing;
        }
    }

    /** Returns the calls in flight of the component. */
    public CallsInFlight calls() {
        return calls;
    }

    /**
     * Returns a client for the calls of one producer, which complete after the producer has stopped.
     *
     * @param account returns the account for each call
     */
    public ServiceClient forCalls(Supplier<ServiceAccount> account) {
        return new ServiceClient(() -> client(account.get()), account, calls);
    }

    private synchronized HttpClient client(ServiceAccount account) {
        requireStarted();
        return clients.computeIfAbsent(
                        new Connections(account.baseUrl(), account.tls(), account.options(), false), this::forService)
                .getHttpClient();
    }

    /**
     * Returns the client for downloads from other hosts. It has the proxy of the calls with its authentication and
     * exceptions, and their TLS parameters. It authenticates to no other server. Equal settings share one client.
     *
     * @param hosts creates the check of the hosts, for a new client
     * @throws IllegalArgumentException if camel-http does not accept an option
     * @throws IllegalStateException if the component is stopped
     */
    public synchronized <H extends DnsResolver & ExecChainHandler> HttpClient forDownloads(
            ServiceAccount account, Supplier<H> hosts) {
        requireStarted();
        Map<String, Object> options = new HashMap<>();
        account.options().forEach((name, value) -> {
            String plain = StringHelper.dashToCamelCase(name);
            if (plain.startsWith("proxy") || PROXY_OPTIONS.contains(plain)) {
                options.put(plain, value);
            }
        });
        return clients.computeIfAbsent(
                        new Connections(account.baseUrl(), account.tls(), options, true),
                        settings -> forOtherHosts(settings, hosts.get()))
                .getHttpClient();
    }

    private void requireStarted() {
        if (!isStarted()) {
            throw new IllegalStateException("the component is stopped");
        }
    }

    /** Settings of the clients, which share connections if they are equal. The timeouts are those of each request. */
    private record Connections(
            URI baseUrl, Optional<SSLContextParameters> tls, Map<String, Object> options, boolean isForDownloads) {}

    private HttpEndpoint forService(Connections settings) {
        requireAllowed(settings.options());
        HttpEndpoint endpoint = create(settings, null, unchanged -> {});
        LOG.info("docproc calls the service at {}", settings.baseUrl());
        return endpoint;
    }

    private <H extends DnsResolver & ExecChainHandler> HttpEndpoint forOtherHosts(Connections settings, H hosts) {
        return create(settings, hosts, endpoint -> {
            endpoint.setAuthenticationPreemptive(false);
            // Only a proxy may ask for authentication: its credentials, and those of camel-http, are for no other host.
            endpoint.getClientBuilder()
                    .addExecInterceptorFirst("docproc-result-hosts", hosts)
                    .setTargetAuthenticationStrategy((type, challenges, attributes) -> List.of());
        });
    }

    private HttpEndpoint create(Connections settings, DnsResolver resolver, Consumer<HttpEndpoint> more) {
        Map<String, Object> options = new HashMap<>();
        settings.tls().ifPresent(tls -> options.put(TLS, tls));
        options.putAll(settings.options());
        try {
            HttpComponent component = context.getComponent(settings.baseUrl().getScheme(), HttpComponent.class);
            HttpEndpoint endpoint =
                    (HttpEndpoint) component.createEndpoint(settings.baseUrl().toString(), new HashMap<>(options));
            requireKnown(endpoint);
            if (settings.isForDownloads() || component.getClientConnectionManager() == null) {
                endpoint.setClientConnectionManager(connections(component, options, resolver));
            }
            configure(endpoint.getClientBuilder());
            more.accept(endpoint);
            ServiceHelper.startService(endpoint);
            return endpoint;
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "camel-http does not accept the options "
                            + settings.options().keySet() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Returns connections with the options of camel-http, whose own have no limits on the headers of a response. */
    private HttpClientConnectionManager connections(
            HttpComponent component, Map<String, Object> options, DnsResolver resolver) throws Exception {
        Optional<SSLContextParameters> tls = Stream.of(
                        component.resolveAndRemoveReferenceParameter(options, TLS, SSLContextParameters.class),
                        component.getSslContextParameters(),
                        component.isUseGlobalSslContextParameters() ? context.getSSLContextParameters() : null)
                .filter(Objects::nonNull)
                .findFirst();
        boolean isOfSystem = component.getAndRemoveParameter(
                options, "useSystemProperties", boolean.class, component.isUseSystemProperties());
        SSLContext defaults = isOfSystem ? SSLContexts.createSystemDefault() : SSLContexts.createDefault();
        HostnameVerifier verifier = component.resolveAndRemoveReferenceParameter(
                options, "x509HostnameVerifier", HostnameVerifier.class, component.getX509HostnameVerifier());
        SocketConfig.Builder sockets = SocketConfig.custom();
        PropertyBindingSupport.bindProperties(
                context, sockets, PropertiesHelper.extractProperties(options, "httpConnection."));
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(ServiceRequestExecutor.CONNECTIONS)
                .setDnsResolver(resolver)
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(
                        tls.isPresent() ? tls.get().createSSLContext(context) : defaults, verifier))
                .setDefaultSocketConfig(sockets.build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setTimeToLive(TimeValue.ofMilliseconds(component.getConnectionTimeToLive()))
                        .build())
                .setMaxConnTotal(Integer.MAX_VALUE)
                .setMaxConnPerRoute(Integer.MAX_VALUE)
                .build();
    }

    /** Configures a builder to send each request once, a call only with a rate-limit permit, and to follow no redirect. */
    static HttpClientBuilder configure(HttpClientBuilder builder) {
        ServiceRequestExecutor executor = new ServiceRequestExecutor();
        return builder.disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableContentCompression()
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
