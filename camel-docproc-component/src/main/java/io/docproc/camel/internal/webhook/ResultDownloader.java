/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CallFailures;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceAccount;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
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
 * Downloads results with an HTTP client of its own, because the URL comes from a callback. {@link ResultHosts}
 * restricts the URLs. The client uses the proxy of the calls, follows no redirect, stores no cookies and does not retry.
 * It limits the size of a result, authenticates to the proxy and to the origin of {@code baseUrl} only, and sends it the
 * credentials of the account only. Thread-safe.
 */
final class ResultDownloader implements Closeable {
    private static final int HTTP_OK = 200;
    private static final String SYSTEM_PROPERTIES = "useSystemProperties";

    private final ResultHosts hosts;
    private final CloseableHttpClient http;

    /**
     * Creates a downloader that opens no connection before the first download.
     *
     * @param context has the camel-http component with the proxy of the calls
     * @param settings base URL, TLS and proxy; the timeouts are those of each download
     * @param allowedHosts host names that results may be downloaded from; empty for any public host
     * @throws IllegalArgumentException if the TLS configuration or an option of the proxy is invalid
     */
    ResultDownloader(CamelContext context, HttpSettings settings, Set<String> allowedHosts) {
        this(context, settings, new ResultHosts(settings.baseUrl(), allowedHosts, proxies(context, settings)));
    }

    ResultDownloader(CamelContext context, HttpSettings settings, ResultHosts hosts) {
        this.hosts = hosts;
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
        this.http = builder.setConnectionManager(connections.build())
                // Only a proxy may ask for authentication: its credentials, and those of camel-http, are for no other
                // host.
                .setTargetAuthenticationStrategy((type, challenges, attributes) -> List.of())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .build();
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

    /** Returns the options of camel-http that are about the proxy. */
    private static Map<String, Object> proxyOptions(HttpSettings settings) {
        Map<String, Object> options = new HashMap<>();
        settings.options().forEach((name, value) -> {
            String plain = StringHelper.dashToCamelCase(name);
            if (plain.startsWith("proxy") || plain.equals("nonProxyHosts") || plain.equals(SYSTEM_PROPERTIES)) {
                options.put(plain, value);
            }
        });
        return options;
    }

    // camel-http still uses proxyAuthHost of its component.
    @SuppressWarnings("deprecation")
    private static Set<String> proxies(CamelContext context, HttpSettings settings) {
        HttpComponent component = camelHttp(context, settings);
        Map<String, Object> options = proxyOptions(settings);
        Stream<String> ofSystem = usesSystemProperties(component, options)
                ? Stream.of(System.getProperty("http.proxyHost"), System.getProperty("https.proxyHost"))
                : Stream.empty();
        return Stream.concat(
                        Stream.of(
                                options.get("proxyHost"),
                                options.get("proxyAuthHost"),
                                // Camel 4.10 has only proxyAuthHost.
                                PluginHelper.getBeanIntrospection(context)
                                        .getOrElseProperty(component, "proxyHost", null, false),
                                component.getProxyAuthHost()),
                        ofSystem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.toSet());
    }

    private static boolean usesSystemProperties(HttpComponent component, Map<String, Object> options) {
        Object option = options.get(SYSTEM_PROPERTIES);
        return option == null ? component.isUseSystemProperties() : Boolean.parseBoolean(option.toString());
    }

    private static HttpComponent camelHttp(CamelContext context, HttpSettings settings) {
        return context.getComponent(settings.baseUrl().getScheme(), HttpComponent.class);
    }

    /** Uses the proxy, its authentication and its exceptions as camel-http does for the calls. */
    private static void useProxy(HttpClientBuilder builder, CamelContext context, HttpSettings settings) {
        HttpComponent component = camelHttp(context, settings);
        if (usesSystemProperties(component, proxyOptions(settings))) {
            builder.useSystemProperties();
        }
        try {
            HttpEndpoint endpoint =
                    (HttpEndpoint) component.createEndpoint(settings.baseUrl().toString(), proxyOptions(settings));
            if (endpoint.getHttpClientConfigurer() != null) {
                endpoint.getHttpClientConfigurer().configureHttpClient(builder);
            }
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "camel-http does not accept the options of the proxy: " + e.getMessage(), e);
        }
    }

    /**
     * Downloads a result.
     *
     * @param account credentials and timeouts
     * @param maxSize maximum size of a result in bytes
     * @see ResultSource#fetch
     */
    ParsedDocument fetch(
            ServiceAccount account, long maxSize, String operation, String resultUrl, SpoolingOutputStream spool)
            throws IOException {
        URI url = hosts.check(resultUrl);
        Redaction redaction = Redaction.NONE.and(account.credentials().secretCode());
        HttpGet request = new HttpGet(url);
        request.setConfig(account.settings().requestConfig(http));
        if (hosts.isBaseUrl(url)) {
            account.credentials().headers().forEach(request::setHeader);
        }
        CallDeadline.Countdown countdown = start(account.callDeadline(), request);
        try (countdown;
                ClassicHttpResponse response = open(request)) {
            requireResult(response, request, url);
            return storeOrAbort(response, request, maxSize, operation, spool, redaction);
        } catch (IOException | HttpException e) {
            IOException redacted = redacted(e, url, redaction);
            throw countdown
                    .expiryReason()
                    .map(timeout -> new IOException(timeout, redacted))
                    .orElse(redacted);
        }
    }

    private static CallDeadline.Countdown start(CallDeadline deadline, HttpGet request)
            throws ConnectionClosedException {
        try {
            return deadline.start(request::abort);
        } catch (RejectedExecutionException e) {
            throw stopped(e);
        }
    }

    private ClassicHttpResponse open(HttpGet request) throws IOException, HttpException {
        try {
            return http.executeOpen(RoutingSupport.determineHost(request), request, null);
        } catch (IllegalStateException e) {
            throw stopped(e);
        }
    }

    private static ConnectionClosedException stopped(RuntimeException cause) {
        return new ConnectionClosedException("the component is stopped", cause);
    }

    /**
     * Removes the credentials from an exception, because a response from the origin of {@code baseUrl} may quote them.
     * Codes of other hosts say nothing about the account, so that they become ordinary failures.
     */
    IOException redacted(Exception exception, URI url, Redaction redaction) {
        Optional<MessageConstraintException> excess = CallFailures.explained(exception);
        if (excess.isPresent()) {
            return excess.get();
        }
        if (exception instanceof DownloadException failure) {
            String message = redaction.apply(failure.getMessage());
            boolean ofAnotherHost = failure.reason() == DownloadException.Reason.ERROR && !hosts.isBaseUrl(url);
            return ofAnotherHost ? new IOException(message) : failure.withMessage(message);
        }
        Optional<String> advice = CallFailures.tlsAdvice(exception);
        if (advice.isPresent()) {
            return new SSLException(redaction.apply(exception.getMessage()) + " (" + advice.get() + ")", exception);
        }
        Exception redacted = redaction.apply(exception);
        return redacted instanceof IOException ioException ? ioException : new IOException(redacted);
    }

    /**
     * Stores the response, or aborts the request after a failure. Closing the response instead would first read its
     * whole body, which may be endless.
     */
    private static ParsedDocument storeOrAbort(
            ClassicHttpResponse response,
            HttpGet request,
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
            ParsedDocument result;
            try {
                result = ResultDocument.store(operation, body, spool, redaction);
            } catch (JsonProcessingException e) {
                requireWithinLimit(body, maxSize);
                throw UnreadableJsonException.of(e);
            }
            requireWithinLimit(body, maxSize);
            return result;
        } catch (IOException | RuntimeException e) {
            request.abort();
            throw e;
        }
    }

    private void requireResult(ClassicHttpResponse response, HttpGet request, URI url) throws IOException {
        int status = response.getCode();
        if (status == HTTP_OK && response.getEntity() != null) {
            return;
        }
        request.abort();
        String message = "the result URL responds with HTTP status " + status + "; 200 is expected";
        boolean isGone = status == 404 || status == 410;
        // Other hosts receive no credentials: their URLs contain an authorization, which has expired.
        boolean isForbidden = (status == 401 || status == 403) && !hosts.isBaseUrl(url);
        throw isGone || isForbidden ? DownloadException.expired(message) : DownloadException.error(message, 0, status);
    }

    private static void requireWithinLimit(BoundedInputStream body, long maxSize) throws IOException {
        if (body.getCount() > maxSize) {
            throw DownloadException.unavailable("the result is larger than maxResultSize, which is " + maxSize
                    + " bytes; increase maxResultSize to accept it");
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
