/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.MemoryBuckets;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.github.bucket4j.TimeMeter;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Components in two Camel contexts share the rate limit of their account in a store. */
@Timeout(60)
class SharedRateLimiterTest {
    @RegisterExtension
    final ServiceDouble first = new ServiceDouble();

    @RegisterExtension
    final ServiceDouble second = new ServiceDouble();

    private final AtomicBoolean down = new AtomicBoolean();
    private final MemoryBuckets store = new MemoryBuckets(TimeMeter.SYSTEM_MILLISECONDS, this::request);

    private void request() {
        if (down.get()) {
            throw new IllegalStateException("the store is down");
        }
    }

    @BeforeEach
    void shareTheRateLimit() {
        for (ServiceDouble service : new ServiceDouble[] {first, second}) {
            Replies.configure(service, this::shareTheRateLimit);
            service.respondWith(Replies.CROP);
        }
    }

    private void shareTheRateLimit(DocprocComponent component) {
        component.setRateLimiter(new BucketRateLimiter(store, 0.001, "account"));
    }

    @Test
    void theContextsShareTheRate() {
        first.call("docproc:crop", Replies.DOCUMENT);

        second.failure(DocprocTransportException.class, "docproc:crop?permitTimeout=100ms", Replies.DOCUMENT);
        second.assertNothingSent();
    }

    @Test
    void withoutTheStoreACallFailsUnsentAndRetryable() {
        down.set(true);

        DocprocTransportException failure =
                first.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("the store is down").hasMessageContaining("nothing was sent");
        first.assertNothingSent();
        down.set(false);
        await().until(() -> !first.send("docproc:crop", Replies.DOCUMENT).isFailed());
    }
}
