/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CallFailures;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceAccount;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.camel.CamelContext;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.util.TimeValue;

/**
 * Downloads of a component, with HTTP clients of their own, because the URLs come from callbacks. {@link ResultHosts}
 * restricts the URLs. A client uses the proxy of the calls, follows no redirect, stores no cookies and does not retry. It
 * limits the size of a result, authenticates to the proxy and to the origin of {@code baseUrl} only, and sends it the
 * credentials of the account only. Endpoints with equal connections share one client, from the first download until the
 * component stops. Thread-safe.
 */
public final class ResultDownloads {
    private static final int HTTP_OK = 200;
    private static final String SYSTEM_PROPERTIES = "useSystemProperties";

    private final Map<Key, Client> clients = new HashMap<>();
    private boolean stopped;

    private record Key(
            URI baseUrl, Optional<SSLContextParameters> tls, Map<String, Object> options, Set<String> allowedHosts) {}

    record Client(CloseableHttpClient http, ResultHosts hosts) {}

    /** Returns the downloads for the settings of an endpoint. */
    public ResultSource of(CamelContext context, ServiceAccount account, WebhookOptions options) {
        Set<String> allowedHosts = Optional.ofNullable(options.getAllowedResultHosts()).stream()
                .flatMap(hosts -> Arrays.stream(hosts.split(",")))
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        long maxSize = options.getMaxResultSize();
        return (operation, resultUrl, spool) ->
                fetch(client(context, account, allowedHosts), account, maxSize, operation, resultUrl, spool);
    }

    /** Accepts downloads again after a stop. */
    public synchronized void start() {
        stopped = false;
    }

    /** Closes all clients, which aborts the downloads in flight, and rejects further downloads. */
    public synchronized void stop() {
        stopped = true;
        clients.values().forEach(client -> IOHelper.close(client.http()));
        clients.clear();
    }

    private synchronized Client client(CamelContext context, ServiceAccount settings, Set<String> allowedHosts)
            throws ConnectionClosedException {
        if (stopped) {
            throw stopped(null);
        }
        return clients.computeIfAbsent(
                new Key(settings.baseUrl(), settings.tls(), settings.options(), allowedHosts), key -> {
                    ResultHosts hosts = new ResultHosts(settings.baseUrl(), allowedHosts, proxies(context, settings));
                    return client(context, settings, hosts);
                });
    }

    private static ConnectionClosedException stopped(RuntimeException cause) {
        return new ConnectionClosedException("the component is stopped", cause);
    }

    /**
     * Creates a client that opens no connection before the first download. The timeouts are those of each download.
     *
     * @throws IllegalArgumentException if the TLS configuration or an option of the proxy is invalid
     */
    static Client client(CamelContext context, ServiceAccount settings, ResultHosts hosts) {
        PoolingHttpClientConnectionManagerBuilder connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(hosts)
                .setConnectionFactory(CamelHttpClients.CONNECTIONS)
                .setMaxConnTotal(Integer.MAX_VALUE)
                .setMaxConnPerRoute(Integer.MAX_VALUE)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        // Checks each idle connection: the server may close it after any time.
                        .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                        .build());
        settings.tls()
                .map(parameters -> sslContext(parameters, context))
                .map(DefaultClientTlsStrategy::new)
                .ifPresent(connections::setTlsSocketStrategy);
        HttpClientBuilder builder = HttpClientBuilder.create();
        useProxy(builder, context, settings);
        CloseableHttpClient http = builder.setConnectionManager(connections.build())
                // Only a proxy may ask for authentication: its credentials, and those of camel-http, are for no other
                // host.
                .setTargetAuthenticationStrategy((type, challenges, attributes) -> List.of())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .build();
        return new Client(http, hosts);
    }

    private static SSLContext sslContext(SSLContextParameters parameters, CamelContext context) {
        try {
            return parameters.createSSLContext(context);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "Option sslContextParameters is invalid: " + e.getMessage()
                            + "; correct its key store, trust store or protocol",
                    e);
        }
    }

    /** Uses the proxy, its authentication and its exceptions as camel-http does for the calls. */
    private static void useProxy(HttpClientBuilder builder, CamelContext context, ServiceAccount settings) {
        HttpComponent component = camelHttp(context, settings);
        Map<String, Object> options = proxyOptions(settings);
        if (usesSystemProperties(component, options)) {
            builder.useSystemProperties();
        }
        try {
            HttpEndpoint endpoint =
                    (HttpEndpoint) component.createEndpoint(settings.baseUrl().toString(), options);
            if (endpoint.getHttpClientConfigurer() != null) {
                endpoint.getHttpClientConfigurer().configureHttpClient(builder);
            }
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "camel-http does not accept the options of the proxy: " + e.getMessage(), e);
        }
    }

    // camel-http still uses proxyAuthHost of its component.
    @SuppressWarnings("deprecation")
    private static Set<String> proxies(CamelContext context, ServiceAccount settings) {
        HttpComponent component = camelHttp(context, settings);
        Map<String, Object> options = proxyOptions(settings);
        Stream<Object> configured = Stream.of(
                options.get("proxyHost"),
                options.get("proxyAuthHost"),
                // Camel 4.10 has only proxyAuthHost.
                PluginHelper.getBeanIntrospection(context).getOrElseProperty(component, "proxyHost", null, false),
                component.getProxyAuthHost());
        Stream<Object> ofSystem = usesSystemProperties(component, options)
                ? Stream.of(System.getProperty("http.proxyHost"), System.getProperty("https.proxyHost"))
                : Stream.empty();
        return Stream.concat(configured, ofSystem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.toSet());
    }

    private static HttpComponent camelHttp(CamelContext context, ServiceAccount settings) {
        return context.getComponent(settings.baseUrl().getScheme(), HttpComponent.class);
    }

    /** Returns the options of camel-http that are about the proxy. */
    private static Map<String, Object> proxyOptions(ServiceAccount settings) {
        Map<String, Object> options = new HashMap<>();
        settings.options().forEach((name, value) -> {
            String plain = StringHelper.dashToCamelCase(name);
            if (plain.startsWith("proxy") || plain.equals("nonProxyHosts") || plain.equals(SYSTEM_PROPERTIES)) {
                options.put(plain, value);
            }
        });
        return options;
    }

    private static boolean usesSystemProperties(HttpComponent component, Map<String, Object> options) {
        Object option = options.get(SYSTEM_PROPERTIES);
        return option == null ? component.isUseSystemProperties() : Boolean.parseBoolean(option.toString());
    }

    /** @see ResultSource#fetch */
    static ParsedDocument fetch(
            Client client,
            ServiceAccount account,
            long maxSize,
            String operation,
            String resultUrl,
            SpoolingOutputStream spool)
            throws IOException {
        URI url = client.hosts().check(resultUrl);
        boolean isBaseUrl = client.hosts().isBaseUrl(url);
        Redaction redaction = Redaction.NONE.and(account.credentials().secretCode());
        HttpGet request = new HttpGet(url);
        request.setConfig(account.requestConfig(client.http()));
        if (isBaseUrl) {
            account.credentials().headers().forEach(request::setHeader);
        }
        CallDeadline.Countdown countdown;
        try {
            countdown = account.callDeadline().start(request::abort);
        } catch (RejectedExecutionException e) {
            throw stopped(e);
        }
        try (countdown;
                ClassicHttpResponse response = open(client.http(), request)) {
            // Closing a response that is not read to its end would first read its whole body, which may be endless.
            try {
                requireResult(response, isBaseUrl);
                return store(response, maxSize, operation, spool, redaction);
            } catch (IOException | RuntimeException e) {
                request.abort();
                throw e;
            }
        } catch (IOException | HttpException e) {
            IOException redacted = redacted(e, isBaseUrl, redaction);
            throw countdown
                    .expiryReason()
                    .map(timeout -> new IOException(timeout, redacted))
                    .orElse(redacted);
        }
    }

    private static ClassicHttpResponse open(CloseableHttpClient http, HttpGet request)
            throws IOException, HttpException {
        try {
            return http.executeOpen(RoutingSupport.determineHost(request), request, null);
        } catch (IllegalStateException e) {
            throw stopped(e);
        }
    }

    private static void requireResult(ClassicHttpResponse response, boolean isBaseUrl) throws IOException {
        int status = response.getCode();
        if (status == HTTP_OK && response.getEntity() != null) {
            return;
        }
        String message = "the result URL responds with HTTP status " + status + "; 200 is expected";
        boolean isGone = status == 404 || status == 410;
        // Other hosts receive no credentials: their URLs contain an authorization, which has expired.
        boolean isForbidden = (status == 401 || status == 403) && !isBaseUrl;
        throw isGone || isForbidden ? DownloadException.expired(message) : DownloadException.error(message, 0, status);
    }

    private static ParsedDocument store(
            ClassicHttpResponse response,
            long maxSize,
            String operation,
            SpoolingOutputStream spool,
            Redaction redaction)
            throws IOException {
        try (BoundedInputStream body = BoundedInputStream.builder()
                .setInputStream(response.getEntity().getContent())
                .setMaxCount(maxSize + 1)
                .setPropagateClose(false)
                .get()) {
            JsonProcessingException malformed = null;
            ParsedDocument result = null;
            try {
                result = ResultDocument.store(operation, body, spool, redaction);
            } catch (JsonProcessingException e) {
                malformed = e;
            }
            if (body.getCount() > maxSize) {
                throw DownloadException.unavailable("the result is larger than maxResultSize, which is " + maxSize
                        + " bytes; increase maxResultSize to accept it");
            }
            if (malformed != null) {
                throw UnreadableJsonException.of(malformed);
            }
            return result;
        }
    }

    /**
     * Removes the credentials from an exception, because a response from the origin of {@code baseUrl} may quote them.
     * Codes of other hosts say nothing about the account, so that they become ordinary failures.
     */
    static IOException redacted(Exception exception, boolean isBaseUrl, Redaction redaction) {
        Optional<MessageConstraintException> excess = CallFailures.explained(exception);
        if (excess.isPresent()) {
            return excess.get();
        }
        if (exception instanceof DownloadException failure) {
            String message = redaction.apply(failure.getMessage());
            boolean ofAnotherHost = failure.reason() == DownloadException.Reason.ERROR && !isBaseUrl;
            return ofAnotherHost ? new IOException(message) : failure.withMessage(message);
        }
        Optional<String> advice = CallFailures.tlsAdvice(exception);
        if (advice.isPresent()) {
            return new SSLException(redaction.apply(exception.getMessage()) + " (" + advice.get() + ")", exception);
        }
        Exception redacted = redaction.apply(exception);
        return redacted instanceof IOException ioException ? ioException : new IOException(redacted);
    }
}
