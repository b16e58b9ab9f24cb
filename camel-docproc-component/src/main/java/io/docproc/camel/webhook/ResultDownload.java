/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.http.Credentials;
import io.docproc.camel.http.Redaction;
import io.docproc.camel.http.Spool;
import io.docproc.camel.http.TimeLimit;
import io.docproc.camel.http.UnreadableJsonException;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.camel.StreamCache;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.Timeout;

/**
 * Downloads results with a client of its own, because it goes to addresses that a callback names: guarded by
 * {@link ResultHosts}, without redirects, cookies, proxies or repetition, up to a size, and with the credentials only to
 * the service's own origin.
 */
final class ResultDownload implements Closeable {
    /** Unlimited, an answer's headers could fill the heap before its body is counted. */
    private static final Http1Config HEADERS = Http1Config.custom()
            .setMaxLineLength(16 * 1024)
            .setMaxHeaderCount(200)
            .build();

    private final Settings settings;
    private final CloseableHttpClient http;
    private final Redaction redaction;

    /**
     * What a download needs to know.
     *
     * @param hosts where a result may come from
     * @param credentials for the service's own origin
     * @param tls TLS as configured for the service
     * @param connectTimeout milliseconds
     * @param responseTimeout milliseconds of silence
     * @param limit how long a download may take all together
     * @param maxSize bytes
     * @param maxConnections downloads at once
     */
    record Settings(
            ResultHosts hosts,
            Optional<Credentials> credentials,
            Optional<SSLContext> tls,
            long connectTimeout,
            long responseTimeout,
            TimeLimit limit,
            long maxSize,
            int maxConnections) {}

    ResultDownload(Settings settings) {
        this.settings = settings;
        this.redaction = settings.credentials()
                .map(known -> Redaction.NONE.and(known.secretCode()))
                .orElse(Redaction.NONE);
        PoolingHttpClientConnectionManagerBuilder connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(settings.hosts())
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HEADERS)
                        .build())
                .setMaxConnTotal(settings.maxConnections())
                .setMaxConnPerRoute(settings.maxConnections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofMilliseconds(settings.connectTimeout()))
                        .build());
        settings.tls().map(DefaultClientTlsStrategy::new).ifPresent(connections::setTlsSocketStrategy);
        this.http = HttpClientBuilder.create()
                .setConnectionManager(connections.build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.ofMilliseconds(settings.responseTimeout()))
                        .build())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .build();
    }

    /**
     * Downloads a result into a stream cache.
     *
     * @throws IOException when the address is refused, or what is there is not a result
     */
    StreamCache fetch(String resultUrl, Spool spool) throws IOException {
        URI url = settings.hosts().check(resultUrl);
        HttpGet request = new HttpGet(url);
        if (settings.hosts().isBaseUrl(url)) {
            settings.credentials().ifPresent(known -> known.headers().forEach(request::setHeader));
        }
        TimeLimit.Countdown countdown = settings.limit().start(request::abort);
        try (countdown;
                ClassicHttpResponse response = http.executeOpen(RoutingSupport.determineHost(request), request, null)) {
            return storeOrAbort(response, spool, request);
        } catch (IOException | HttpException failed) {
            IOException shown = shown(failed);
            throw countdown.verdict().map(late -> new IOException(late, shown)).orElse(shown);
        }
    }

    /** What answers at the service's own origin has seen the credentials, and may quote them. */
    private IOException shown(Exception failed) {
        Exception masked = redaction.apply(failed);
        return masked instanceof IOException known ? known : new IOException(masked);
    }

    /** Closing an answer reads it to its end, and there may be none. */
    private StreamCache storeOrAbort(ClassicHttpResponse response, Spool spool, HttpGet request) throws IOException {
        try {
            return store(response, spool);
        } catch (IOException | RuntimeException unusable) {
            request.abort();
            throw unusable;
        }
    }

    private StreamCache store(ClassicHttpResponse response, Spool spool) throws IOException {
        if (response.getCode() != 200 || response.getEntity() == null) {
            throw new IOException("the result answers with HTTP status " + response.getCode() + "; 200 is expected");
        }
        BoundedInputStream body = BoundedInputStream.builder()
                .setInputStream(response.getEntity().getContent())
                .setMaxCount(settings.maxSize() + 1)
                .setPropagateClose(false)
                .get();
        StreamCache result;
        try {
            result = ResultDocument.store(body, spool);
        } catch (JsonProcessingException cutOff) {
            requireWithinLimit(body);
            throw UnreadableJsonException.of(cutOff);
        }
        requireWithinLimit(body);
        return result;
    }

    private void requireWithinLimit(BoundedInputStream body) throws IOException {
        if (body.getCount() > settings.maxSize()) {
            throw new IOException("the result is longer than maxResultSize, " + settings.maxSize() + " bytes");
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
