/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.fuzz.CannedClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceClientTest {
    private static final URI SERVICE = URI.create("http://localhost/x");

    private static ServiceClient client(Pace pace) {
        CannedClient http = new CannedClient(200, "{\"code\":200}".getBytes(StandardCharsets.UTF_8));
        return new ServiceClient(http, new Credentials("app", "s3cr3t-c0de"), pace, TimeLimits.none());
    }

    private static Stream<ServiceCall> calls() {
        return Stream.of(
                ServiceCall.get("balance", SERVICE, Map.of()),
                ServiceCall.post("crop", SERVICE, RequestBodies.text("a document")));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallThatIsInterruptedBeforeItsFirstByteIsUnsent(ServiceCall call) {
        ServiceClient client = client(() -> {
            throw new InterruptedException();
        });
        DocprocTransportException failure = catchThrowableOfType(
                DocprocTransportException.class, () -> client.execute(call, answer -> "an answer"));

        assertThat(Thread.interrupted()).as("the caller is told").isTrue();
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("interrupted while it waited for its turn");
    }

    @Test
    void aStoppedClientSendsNothing() {
        ServiceClient client = client(() -> () -> {});
        client.stop();
        ServiceCall call = ServiceCall.get("balance", SERVICE, Map.of());
        DocprocTransportException failure = catchThrowableOfType(
                DocprocTransportException.class, () -> client.execute(call, answer -> "an answer"));

        assertThat(failure.isUnsent()).isTrue();
    }
}
