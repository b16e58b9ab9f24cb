/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The warning of a component whose calls are not limited, because no limit is set. */
@Timeout(60)
class UnsetRateLimitTest {
    private static final String WARNING = "Option requestsPerSecond is not set";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private String logOf(Consumer<DocprocComponent> settings) {
        try (CapturedLog log = new CapturedLog()) {
            Replies.configure(service, settings);
            service.respondWith(Replies.BALANCE);
            service.send("docproc:balance", null);
            service.send("docproc:crop", Replies.DOCUMENT);
            return log.text();
        }
    }

    @Test
    void anUnsetLimitIsReportedOnce() {
        assertThat(logOf(component -> {}))
                .containsOnlyOnce(WARNING)
                .contains(service.server().baseUrl(), "40306", "the account's console or contract", "0 for no limit")
                .doesNotContain(ServiceDouble.APP_ID, ServiceDouble.SECRET_CODE);
    }

    private static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of("no limit", (Consumer<DocprocComponent>) component -> component.setRequestsPerSecond(0)),
                Arguments.of("a limit", (Consumer<DocprocComponent>) component -> component.setRequestsPerSecond(50)),
                Arguments.of("a limiter", (Consumer<DocprocComponent>)
                        component -> component.setRateLimiter(new BucketRateLimiter(50))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("choices")
    void aChoiceIsNotReported(String choice, Consumer<DocprocComponent> settings) {
        assertThat(logOf(settings)).doesNotContain(WARNING);
    }
}
