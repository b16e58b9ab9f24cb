/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.fuzz.CannedClient;
import io.docproc.camel.internal.http.ServiceRequestExecutor.Transmission;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Clients without a network, and their calls, for the tests of {@link ServiceClient}. */
abstract class ServiceClientFixture {
    static final URI SERVICE = URI.create("http://localhost/x");

    /** Responds without a network, after the steps of the executor before it sends a request. */
    private static final class Http extends CannedClient {
        Http() {
            super(200, "{\"code\":200}".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ClassicHttpResponse executeOpen(HttpHost target, ClassicHttpRequest request, HttpContext context)
                throws IOException {
            Transmission transmission = (Transmission) context.getAttribute(Transmission.class.getName());
            transmission.awaitPermit();
            transmission.start();
            transmission.sent();
            return super.executeOpen(target, request, context);
        }
    }

    static ServiceClient client(FakeRateLimiter.Wait wait) {
        return client(wait, new ManualTimer().deadline());
    }

    static ServiceClient client(FakeRateLimiter.Wait wait, CallDeadline limit) {
        return client(new FakeRateLimiter(wait), limit);
    }

    static ServiceClient client(FakeRateLimiter limiter, CallDeadline limit) {
        return TestClients.of(new Http(), limiter.rateLimit(Duration.ofSeconds(10)), limit);
    }

    static DocprocTransportException failure(ServiceClient client, ServiceCall call) {
        DocprocTransportException failure = catchThrowableOfType(
                DocprocTransportException.class,
                () -> client.execute(call, CallSettings.PLAIN, response -> "a response"));
        assertThat(failure).isNotNull();
        return failure;
    }

    static Stream<ServiceCall> calls() {
        return Stream.of(
                ServiceCall.get("balance", SERVICE),
                ServiceCall.post("crop", SERVICE, RequestBodies.text("a document")));
    }
}
