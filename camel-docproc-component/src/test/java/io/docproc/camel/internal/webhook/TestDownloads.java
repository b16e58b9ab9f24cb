/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.ComponentRateLimits;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.ServiceAccount;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;

/** Settings of downloads for tests: any public host is allowed, and one download runs at a time. */
public final class TestDownloads {
    static final Credentials CREDENTIALS = new Credentials("an-app-id", "a-secret-code");

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private TestDownloads() {}

    /** Downloads that the test closes as the stop of a component does. */
    record Client(ResultDownloads downloaders, ResultSource source) implements ResultSource, Closeable {
        @Override
        public ParsedDocument fetch(String operation, String resultUrl, SpoolingOutputStream spool) throws IOException {
            return source.fetch(operation, resultUrl, spool);
        }

        @Override
        public void close() {
            downloaders.stop();
        }
    }

    /** Returns the downloads of an account. */
    static Client downloads(CamelContext context, ServiceAccount account, long maxSize) {
        WebhookOptions options = new WebhookOptions();
        options.setMaxResultSize(maxSize);
        ResultDownloads downloaders = new ResultDownloads();
        return new Client(downloaders, downloaders.of(context, account, options));
    }

    static ServiceAccount account(URI baseUrl) {
        return account(baseUrl, Duration.ZERO, (task, delay) -> new CompletableFuture<>());
    }

    static ServiceAccount account(URI baseUrl, Duration callTimeout, CallDeadline.Timer timer) {
        return account(baseUrl, Map.of(), callTimeout, timer);
    }

    static ServiceAccount account(
            URI baseUrl, Map<String, Object> options, Duration callTimeout, CallDeadline.Timer timer) {
        return new ServiceAccount(
                baseUrl,
                CREDENTIALS,
                TIMEOUT,
                TIMEOUT,
                callTimeout,
                Optional.empty(),
                options,
                new CamelHttpClients(new ComponentRateLimits(), timer));
    }
}
