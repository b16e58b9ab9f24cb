/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HeaderLimits;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.TlsAdvice;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
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
import org.apache.hc.core5.util.Timeout;

/**
 * Downloads results with an HTTP client of its own, because the URL comes from a callback. {@link ResultHosts}
 * restricts the URLs. The client follows no redirect, stores no cookies, uses no proxy and does not retry. It limits
 * the size of a result and sends credentials to the origin of {@code baseUrl} only. Thread-safe.
 */
public final class ResultDownloader implements ResultSource, Closeable {
    private final ResultHosts hosts;
    private final Credentials credentials;
    private final CallDeadline deadline;
    private final long maxSize;
    private final CloseableHttpClient http;
    private final Redaction redaction;

    /** Creates a downloader that opens no connection before the first download. */
    public ResultDownloader(DownloadSettings settings) {
        this(settings, new ResultHosts(settings.account().baseUrl(), settings.allowedHosts()));
    }

    ResultDownloader(DownloadSettings settings, ResultHosts hosts) {
        ServiceAccount account = settings.account();
        this.hosts = hosts;
        this.credentials = account.credentials();
        this.deadline = account.callDeadline();
        this.maxSize = settings.maxSize();
        this.redaction = Redaction.NONE.and(credentials.secretCode());
        PoolingHttpClientConnectionManagerBuilder connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(hosts)
                .setConnectionFactory(HeaderLimits.CONNECTIONS)
                .setMaxConnTotal(settings.maxDownloads())
                .setMaxConnPerRoute(settings.maxDownloads())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(account.settings().connectTimeout()))
                        // Checks each idle connection: the server may close it after any time.
                        .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                        .build());
        settings.tls().map(DefaultClientTlsStrategy::new).ifPresent(connections::setTlsSocketStrategy);
        this.http = HttpClientBuilder.create()
                .setConnectionManager(connections.build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(account.settings().responseTimeout()))
                        .build())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .build();
    }

    @Override
    public ParsedDocument fetch(String operation, String resultUrl, SpoolingOutputStream spool) throws IOException {
        URI url = hosts.check(resultUrl);
        HttpGet request = new HttpGet(url);
        if (hosts.isBaseUrl(url)) {
            credentials.headers().forEach(request::setHeader);
        }
        CallDeadline.Countdown countdown = start(request);
        try (countdown;
                ClassicHttpResponse response = open(request)) {
            requireResult(response, request, url);
            return storeOrAbort(operation, response, spool, request);
        } catch (IOException | HttpException e) {
            IOException redacted = redacted(e, url);
            throw countdown
                    .expiryReason()
                    .map(timeout -> new IOException(timeout, redacted))
                    .orElse(redacted);
        }
    }

    private CallDeadline.Countdown start(HttpGet request) throws ConnectionClosedException {
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
    IOException redacted(Exception exception, URI url) {
        if (exception instanceof ExpiredUrlException expired) {
            return expired;
        }
        Optional<MessageConstraintException> excess = HeaderLimits.explained(exception);
        if (excess.isPresent()) {
            return excess.get();
        }
        if (exception instanceof ResultUnavailableException) {
            return new ResultUnavailableException(redaction.apply(exception.getMessage()));
        }
        if (exception instanceof ResultErrorException error) {
            String message = redaction.apply(error.getMessage());
            return hosts.isBaseUrl(url) ? error.withMessage(message) : new IOException(message);
        }
        Optional<String> advice = TlsAdvice.of(exception);
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
    private ParsedDocument storeOrAbort(
            String operation, ClassicHttpResponse response, SpoolingOutputStream spool, HttpGet request)
            throws IOException {
        try {
            return store(operation, response, spool);
        } catch (IOException | RuntimeException e) {
            request.abort();
            throw e;
        }
    }

    private void requireResult(ClassicHttpResponse response, HttpGet request, URI url) throws IOException {
        int status = response.getCode();
        if (status == 200 && response.getEntity() != null) {
            return;
        }
        request.abort();
        String message = "the result URL responds with HTTP status " + status + "; 200 is expected";
        boolean isGone = status == 404 || status == 410;
        // Other hosts receive no credentials: their URLs contain an authorization, which has expired.
        boolean isForbidden = (status == 401 || status == 403) && !hosts.isBaseUrl(url);
        throw isGone || isForbidden ? new ExpiredUrlException(message) : new ResultErrorException(message, 0, status);
    }

    private ParsedDocument store(String operation, ClassicHttpResponse response, SpoolingOutputStream spool)
            throws IOException {
        BoundedInputStream body = BoundedInputStream.builder()
                .setInputStream(response.getEntity().getContent())
                .setMaxCount(maxSize + 1)
                .setPropagateClose(false)
                .get();
        ParsedDocument result;
        try {
            result = ResultDocument.store(operation, body, spool, redaction);
        } catch (JsonProcessingException e) {
            requireWithinLimit(body);
            throw UnreadableJsonException.of(e);
        }
        requireWithinLimit(body);
        return result;
    }

    private void requireWithinLimit(BoundedInputStream body) throws IOException {
        if (body.getCount() > maxSize) {
            throw new ResultUnavailableException("the result is larger than maxResultSize, which is " + maxSize
                    + " bytes; increase maxResultSize to accept it");
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
